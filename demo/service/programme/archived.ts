import { invalid } from '../api/problem.ts';
import type { Stored } from '../crud/tables.ts';

/** Nothing more is issued of a definition that is archived; what was issued stays as it is. Throws 422 on the field. */
export function checkIssuable(definition: Stored, field: string): void {
  if (definition['is_archived'] === true)
    throw invalid({ [field]: ['This definition is archived: nothing of it is issued any more.'] });
}
