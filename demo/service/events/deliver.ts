import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';

export interface NewDelivery {
  /** `webhook:5` or `target:7`. */
  readonly receiver: string;
  readonly url: string;
  readonly queue: 'high' | 'default' | 'low';
  readonly retryHourly: boolean;
  readonly retryDaily: boolean;
  readonly body: string;
}

/** Queues a delivery; a receiver gets an event once. */
export async function deliver(
  work: Database,
  event: Pick<Row<'events'>, 'id'>,
  given: NewDelivery,
): Promise<void> {
  const { receiver, url, queue, body } = given;
  const added = await work
    .insertInto('deliveries')
    .values({
      ...{ event_id: event.id, receiver, url, queue, body },
      retry_hourly: given.retryHourly,
      retry_daily: given.retryDaily,
      next_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'receiver']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await send(work, `webhooks-${queue}`, { deliveryId: added.id, attempts: 0 });
}
