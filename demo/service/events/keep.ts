import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { dropOldRows } from '../imports/rows.ts';

/** Days that events, with their deliveries, batches and rows of imports that failed can be looked up. Retries take 8 days at most. */
const KEPT_DAYS = 30;

/** Removes events and batches that are long done, and what is known of messages nobody may send again. */
export async function keepEventsInBounds(db: Database): Promise<void> {
  const old = sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`;
  await db.deleteFrom('events').where('created_at', '<', old).where('handled_at', 'is not', null).execute();
  await db.deleteFrom('batches').where('created_at', '<', old).where('status', '=', 'done').execute();
  await dropOldRows(db, KEPT_DAYS);
  await db
    .deleteFrom('received_messages')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
