import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { notFound } from '../../api/problem.ts';
import { send } from '../jobs/boss.ts';

/** The delivery log, newest first, with every attempt. */
export async function deliveriesOf(db: Database, receiver?: string, limit = 100) {
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .selectAll('deliveries')
    .select('events.trigger')
    .$if(receiver !== undefined, (query) => query.where('receiver', '=', receiver ?? ''))
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute();
  const ids = deliveries.map(({ id }) => id);
  const attempts = ids.length
    ? await db
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('delivery_id', 'in', ids)
        .orderBy('number')
        .execute()
    : [];
  return deliveries.map((delivery) => ({
    ...delivery,
    tries: attempts.filter(({ delivery_id }) => delivery_id === delivery.id),
  }));
}

/** Sends a delivery again with the same id; the count of its attempts continues. Throws 404 for an unknown id. */
export async function replay(db: Database, deliveryId: number): Promise<void> {
  await db.transaction().execute(async (work) => {
    const delivery = await work
      .updateTable('deliveries')
      .set({ status: 'pending', next_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
      .where('id', '=', deliveryId)
      .where('status', '<>', 'pending')
      .returning(['queue', 'attempts'])
      .executeTakeFirst();
    if (!delivery) throw notFound();
    await send(work, `webhooks-${delivery.queue}`, { deliveryId, attempts: delivery.attempts });
  });
}
