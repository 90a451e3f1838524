import type { Database, Row } from '../database/tables.ts';

export interface DeliveryFilter {
  /** The webhook or target, such as `webhook:5`. */
  readonly receiver?: string | undefined;
  readonly status?: Row<'deliveries'>['status'] | undefined;
  /** Name of the event. */
  readonly trigger?: string | undefined;
  readonly id?: number | undefined;
  readonly limit?: number;
}

/** The delivery log, newest first, with every attempt. */
export async function deliveriesOf(
  db: Database,
  { id, receiver, status, trigger, limit = 100 }: DeliveryFilter = {},
) {
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .selectAll('deliveries')
    .select('events.trigger')
    .$if(id !== undefined, (query) => query.where('deliveries.id', '=', id ?? 0))
    .$if(receiver !== undefined, (query) => query.where('receiver', '=', receiver ?? ''))
    .$if(status !== undefined, (query) => query.where('deliveries.status', '=', status ?? 'failed'))
    .$if(trigger !== undefined, (query) => query.where('events.trigger', '=', trigger ?? ''))
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

/** The last attempts at these deliveries, by the id of the delivery. */
export async function lastAttemptsOf(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Row<'delivery_attempts'>>> {
  if (ids.length === 0) return new Map();
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .distinctOn('delivery_id')
    .where('delivery_id', 'in', [...ids])
    .orderBy('delivery_id')
    .orderBy('number', 'desc')
    .execute();
  return new Map(attempts.map((attempt) => [attempt.delivery_id, attempt]));
}
