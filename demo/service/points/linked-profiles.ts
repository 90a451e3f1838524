import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/**
 * Profiles linked to a profile: those that its dates belong to as well (spec 2.8), the only links that the interface
 * has (ASSUMPTION). Users get their records; customers do not, because they may only read their own.
 */
export const linkedTo = (db: Database, profileId: string) =>
  db
    .selectFrom('records')
    .select(
      sql<string>`jsonb_array_elements(
        case when jsonb_typeof(fields -> 'links') = 'array' then fields -> 'links' else '[]' end) ->> 'profile_id'`.as(
        'linked',
      ),
    )
    .where('resource', '=', 'profile-date')
    .where('profile_id', '=', profileId);
