import { sql } from 'kysely';
import type { Database } from '../../demo/service/database/tables.ts';

/** Whether a transaction in this database waits for a lock of another one. */
export async function waitsForLock(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows.length > 0;
}
