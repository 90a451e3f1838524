import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { Resource } from '../crud/resource.ts';
import type { Values, Stored } from '../crud/tables.ts';

/** One address of a profile at most is the default: the others are not from then on. */
export async function makeDefault(
  work: Database,
  profileId: string,
  id: number | string | null,
): Promise<void> {
  await sql`
    update records set fields = fields || '{"is_default": false}', updated_at = now()
    where resource = 'address' and profile_id = ${profileId} and id is distinct from ${id}::bigint
      and fields @> '{"is_default": true}'`.execute(work);
}

/** The same for what the plain verbs write. */
export const oneDefault: Pick<Resource, 'adding' | 'editing'> = {
  adding: async ({ db }, values: Values) => {
    if (values['is_default'] === true) await makeDefault(db, String(values['profile_id']), null);
    return values;
  },
  editing: async ({ db }, record: Stored, values: Values) => {
    if (values['is_default'] === true) await makeDefault(db, String(record['profile_id']), record.id);
    return values;
  },
};
