import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';
import { JOBS_SCHEMA } from '../jobs/queues.ts';

/** Work that has been due for longer has lost its job, which failed more often than pg-boss retries. */
const LATE_MINUTES = 15;
const BATCH_SIZE = 500;

/** Adds a job for late deliveries, messages and events that have none, so that no stored work is lost. Returns how many. */
export async function requeueLostWork(db: Database): Promise<number> {
  return await db.transaction().execute(async (work) => {
    const job = sql.id(JOBS_SCHEMA, 'job');
    const late = sql`now() - ${LATE_MINUTES} * interval '1 minute'`;
    const deliveries = await sql<{ id: number; queue: 'high' | 'default' | 'low'; attempts: number }>`
      select id, queue, attempts from deliveries
      where status = 'pending' and next_at < ${late} and not exists (
        select from ${job} where name = 'webhooks-' || queue and state < 'completed'
          and data ->> 'deliveryId' = deliveries.id::text)
      order by next_at limit ${BATCH_SIZE} for update skip locked`.execute(work);
    for (const { id, queue, attempts } of deliveries.rows) {
      await send(work, `webhooks-${queue}`, { deliveryId: id, attempts });
    }
    const messages = await sql<{ id: number; attempts: number }>`
      select id, attempts - (status = 'sending')::integer as attempts from messages
      where status in ('pending', 'sending') and next_at < ${late} and not exists (
        select from ${job} where name = 'messages' and state < 'completed' and data ->> 'messageId' = messages.id::text)
      order by next_at limit ${BATCH_SIZE} for update skip locked`.execute(work);
    for (const { id, attempts } of messages.rows) await send(work, 'messages', { messageId: id, attempts });
    const events = await sql<{ id: number }>`
      select id from events
      where handled_at is null and created_at < ${late} and not exists (
        select from ${job} where name = 'events' and state < 'completed' and data ->> 'eventId' = events.id::text)
      order by created_at limit ${BATCH_SIZE} for update skip locked`.execute(work);
    for (const { id } of events.rows) await send(work, 'events', { eventId: id });
    return deliveries.rows.length + messages.rows.length + events.rows.length;
  });
}
