import { invalid } from '../api/problem.ts';
import type { Resource } from '../crud/resource.ts';
import type { Values } from '../crud/tables.ts';

/** What can be had for a time does not end before it begins: 422 on the field. */
function checkAvailability(definition: Values): void {
  const [from, until] = [definition['available_from'], definition['available_until']].map((value) =>
    typeof value === 'string' ? new Date(value) : value,
  );
  if (from instanceof Date && until instanceof Date && until < from) {
    throw invalid({ available_until: ['The available_until field cannot be before available_from.'] });
  }
}

/** For definitions with the two fields. */
export const availableInOrder: Pick<Resource, 'adding' | 'editing'> = {
  adding: async (_, values) => {
    checkAvailability(values);
    return values;
  },
  editing: async (_, record, values) => {
    if ('available_from' in values || 'available_until' in values)
      checkAvailability({ ...record, ...values });
    return values;
  },
};
