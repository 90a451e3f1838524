import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';
import type { DeliverySubject } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/perform.ts';
import { deliveryEntry, historyInsert } from '../automation/action-history.ts';
import { answerText, secretsOfAddress } from './answer-text.ts';
import type { Backpressure } from './backpressure.ts';
import { post, type Posted } from './post.ts';
import { nextDelay, secondsOf } from './schedule.ts';
import { sign } from './signature.ts';
import { signingKeys } from './signing-keys.ts';
import type { ReceiverLimits } from './receiver-limits.ts';

const GONE = 410;

/**
 * One attempt at a delivery. The result, the log and the job of the next attempt are written in one transaction. If the process
 * ends between the request and that transaction, the request is repeated with the same id: delivery is at least once.
 */
export async function attemptDelivery(
  runtime: Runtime,
  subject: DeliverySubject,
  receiverLimits: ReceiverLimits,
  backpressure: Backpressure,
): Promise<void> {
  const { db, settings } = runtime;
  const { deliveryId, attempts } = subject;
  const delivery = await backpressure.begin(() => deliveryBy(db, deliveryId));
  // Another process has made this attempt already: it got the job after the expiry time.
  if (!delivery || delivery.status !== 'pending' || delivery.attempts !== attempts) return;
  const { current_url: url } = delivery;
  if (url === null) return await drop(db, delivery);
  const slot = receiverLimits.acquire(delivery.receiver);
  if (typeof slot === 'number') {
    const startAfter = new Date(Date.now() + slot);
    return await send(db, `webhooks-${delivery.queue}`, subject, { startAfter });
  }
  let posted: Posted | undefined;
  let secrets: readonly string[] = [];
  try {
    const keys = delivery.secrets.length ? delivery.secrets : await signingKeys(db, delivery.receiver);
    const headers = sign(keys, delivery.message_id, Math.floor(Date.now() / 1_000), delivery.body);
    secrets = [...keys, ...headers['webhook-signature'].split(' '), ...secretsOfAddress(url)];
    posted = await post(
      url,
      { 'content-type': 'application/json', 'user-agent': 'loyalty-service', ...headers },
      delivery.body,
      {
        allowPrivate: settings.allowPrivateWebhooks ?? false,
        ...(settings.resolve && { resolve: settings.resolve }),
      },
    );
  } finally {
    slot.release(posted);
  }
  const result = posted;
  const answer = result.answer ? answerText(result.answer, secrets) : null;
  await backpressure.store(() => writeResult(db, delivery, url, result, answer));
}

interface DueDelivery extends Row<'deliveries'> {
  /** Name and profile of its event. */
  readonly trigger: string;
  readonly profile_id: string | null;
  /** The present address of the receiver; null if it was deleted or switched off. */
  readonly current_url: string | null;
  /** Signing keys of the receiver, newest first; none before its first delivery. */
  readonly secrets: readonly string[];
}

/** A delivery with everything that an attempt needs, in one query: attempts are frequent. */
async function deliveryBy(db: Database, id: number): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    select delivery.*, events.trigger, events.profile_id, (
        select fields ->> 'url' from records
        where resource = split_part(receiver, ':', 1) and records.id = split_part(receiver, ':', 2)::bigint
          and coalesce(fields ->> 'is_active', 'true') = 'true') as current_url,
      array(
        select secret from signing_keys
        where owner = receiver and (retires_at is null or retires_at > now()) order by id desc) as secrets
    from deliveries as delivery join events on events.id = event_id where delivery.id = ${id}`.execute(db);
  return rows[0];
}

async function writeResult(
  db: Database,
  delivery: DueDelivery,
  url: string,
  posted: Posted,
  answer: string | null,
): Promise<void> {
  const { id, queue, receiver } = delivery;
  const number = delivery.attempts + 1;
  const delivered = posted.error === null;
  const delay =
    delivered || posted.status === GONE
      ? undefined
      : nextDelay({ retryHourly: delivery.retry_hourly, retryDaily: delivery.retry_daily }, number, {
          retryAfter: secondsOf(posted.retryAfter),
        });
  const nextAt = delay === undefined ? null : new Date(Date.now() + delay * 1_000);
  const status = delivered ? 'delivered' : nextAt ? 'pending' : 'failed';
  const result = String(posted.error ?? posted.status);
  const entry = {
    ...historyEntryOf(
      delivery,
      nextAt ? 'retrying' : status,
      nextAt ? `${result}, attempt ${number}; the next one follows` : `${result} after ${number} attempts`,
    ),
    attempts: number,
  };
  // Most deliveries have one attempt: there is no entry to look for.
  const history =
    number === 1 ? sql`history as (${historyInsert(entry, sql`done`)})` : deliveryEntry(entry, sql`done`);
  const written = sql`
    with done as (
      update deliveries set status = ${status}, attempts = ${number}, next_at = ${nextAt},
        last_status = ${posted.status}, last_error = ${posted.error}, updated_at = now()
      where id = ${id} and attempts = ${delivery.attempts}
      returning id
    ), ${history}, tried as (
      insert into delivery_attempts (delivery_id, number, url, status, error, duration_ms, answer)
      select id, ${number}::integer, ${url}, ${posted.status}::integer, ${posted.error}, ${posted.durationMs}::integer, ${answer}
      from done
    )
    select id from done`;
  // Most deliveries end here. A single statement needs no transaction.
  if (nextAt === null && posted.status !== GONE) {
    await written.execute(db);
    return;
  }
  await db.transaction().execute(async (work) => {
    const { rows } = await written.execute(work);
    if (rows.length === 0) return;
    if (nextAt)
      await send(work, `webhooks-${queue}`, { deliveryId: id, attempts: number }, { startAfter: nextAt });
    if (posted.status === GONE) await disable(work, receiver);
  });
}

async function drop(db: Database, delivery: DueDelivery): Promise<void> {
  await db.transaction().execute(async (work) => {
    await work
      .updateTable('deliveries')
      .set({ status: 'dropped', next_at: null, updated_at: sql<Date>`now()` })
      .where('id', '=', delivery.id)
      .execute();
    const entry = historyEntryOf(delivery, 'dropped', 'its receiver was deleted or switched off');
    await sql`with ${deliveryEntry(entry, sql`(values (1)) as one`)} select`.execute(work);
  });
}

const historyEntryOf = (
  { id, receiver, message_id, event_id, trigger, profile_id }: DueDelivery,
  status: string,
  what: string,
) => ({
  type: 'webhook',
  status,
  [receiver.startsWith('webhook:') ? 'webhook_id' : 'target_id']: Number(receiver.split(':')[1]),
  event: trigger,
  event_id,
  delivery_id: id,
  profile_id,
  message: `${receiver} ${message_id}: ${what}`,
});

/** 410 ends a subscription (Standard Webhooks): switches the receiver off. */
async function disable(work: Database, receiver: string): Promise<void> {
  const [model = '', id] = receiver.split(':');
  await sql`
    update records set fields = fields || '{"is_active": false}', updated_at = now()
    where resource = ${model} and id = ${id}::bigint`.execute(work);
}
