import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { sendAll } from '../jobs/boss.ts';

export interface NewDelivery {
  /** `webhook:5` or `target:7`. */
  readonly receiver: string;
  readonly url: string;
  readonly queue: 'high' | 'default' | 'low';
  readonly retryHourly: boolean;
  readonly retryDaily: boolean;
  readonly body: string;
}

/** Stores and queues the deliveries of an event in two statements; a receiver gets an event once. */
export async function queueDeliveries(
  work: Database,
  event: Pick<Row<'events'>, 'id'>,
  given: readonly NewDelivery[],
): Promise<void> {
  if (given.length === 0) return;
  const { rows } = await sql<{ id: number; queue: NewDelivery['queue'] }>`
    insert into deliveries (event_id, receiver, url, queue, body, retry_hourly, retry_daily, next_at)
    select ${event.id}, receiver, url, queue, body, "retryHourly", "retryDaily", now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
      receiver text, url text, queue text, body text, "retryHourly" boolean, "retryDaily" boolean)
    on conflict (event_id, receiver) do nothing
    returning id, queue`.execute(work);
  await sendAll(
    work,
    rows.map(({ id, queue }) => ({ queue: `webhooks-${queue}`, subject: { deliveryId: id, attempts: 0 } })),
  );
}
