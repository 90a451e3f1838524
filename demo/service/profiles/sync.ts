import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../views.ts';

/**
 * Notes on the connections of these profiles, or of all, that they are in line with the other system. There is no other
 * system beside this service, so there is nothing to fetch: G11.
 */
export async function syncConnections(work: Database, profiles?: readonly string[]): Promise<void> {
  const now = timestamp(new Date());
  await sql`
    update records set fields = fields || jsonb_build_object('status', 'synced', 'synced_at', ${now}::text), updated_at = now()
    where resource = 'profile-connection' and profile_id is not null
      ${profiles === undefined ? sql`` : sql`and profile_id = any(${[...profiles]}::text[])`}`.execute(work);
}
