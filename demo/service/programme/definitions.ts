import { invalid } from '../api/problem.ts';

interface Archivable {
  readonly is_archived?: unknown;
}

/** Throws 422 on the field for an archived definition: no more instances are issued; existing ones do not change. */
export function checkIssuable({ is_archived: isArchived }: Archivable, field: string): void {
  if (isArchived === true)
    throw invalid({ [field]: ['This definition is archived: nothing of it is issued any more.'] });
}

interface Availability {
  readonly available_from?: Date | string | null | undefined;
  readonly available_until?: Date | string | null | undefined;
}

/** Throws 422 for an availability that ends before it begins. */
function checkAvailability({ available_from: from, available_until: until }: Availability): void {
  if (from && until && new Date(until) < new Date(from)) {
    throw invalid({ available_until: ['The available_until field cannot be before available_from.'] });
  }
}

/** For definitions with the two fields. */
export const withValidAvailability = {
  adding: async <Values extends Availability>(_: unknown, values: Values): Promise<Values> => {
    checkAvailability(values);
    return values;
  },
  editing: async <Values extends Availability>(
    _: unknown,
    record: Availability,
    values: Values,
  ): Promise<Values> => {
    if ('available_from' in values || 'available_until' in values)
      checkAvailability({ ...record, ...values });
    return values;
  },
};
