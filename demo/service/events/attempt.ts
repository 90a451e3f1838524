import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';
import type { DeliverySubject } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { writeHistory } from '../automation/history.ts';
import { post, type Posted } from './post.ts';
import { nextDelay, secondsOf } from './schedule.ts';
import { sign } from './signature.ts';
import { signingKeys } from './signing-keys.ts';
import type { Turns } from './turns.ts';

const GONE = 410;

/**
 * One attempt at a delivery. The answer, the log and the job of the next attempt are written together. A process that
 * dies between the request and that writing makes the request again: at least once, with the same id.
 */
export async function attempt(runtime: Runtime, subject: DeliverySubject, turns: Turns): Promise<void> {
  const { db, settings } = runtime;
  const { deliveryId, attempts } = subject;
  const delivery = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  // Done meanwhile, by a process that was thought to be dead.
  if (!delivery || delivery.status !== 'pending' || delivery.attempts !== attempts) return;
  const url = await currentUrl(db, delivery.receiver);
  if (url === undefined) return await drop(db, delivery);
  const wait = turns.take(delivery.receiver);
  if (wait > 0) {
    const startAfter = new Date(Date.now() + wait);
    return await send(db, `webhooks-${delivery.queue}`, subject, { startAfter });
  }
  let posted: Posted | undefined;
  try {
    const keys = await signingKeys(db, delivery.receiver);
    const headers = sign(keys, delivery.message_id, Math.floor(Date.now() / 1_000), delivery.body);
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
    turns.giveBack(delivery.receiver, posted);
  }
  await write(db, delivery, url, posted);
}

/** Where the receiver is now; undefined where it is gone or switched off. */
async function currentUrl(db: Database, receiver: string): Promise<string | undefined> {
  const [model = '', id] = receiver.split(':');
  const { rows } = await sql<{ url: string }>`
    select fields ->> 'url' as url from records
    where resource = ${model} and id = ${id}::bigint and coalesce(fields ->> 'is_active', 'true') = 'true'`.execute(
    db,
  );
  return rows[0]?.url;
}

async function write(db: Database, delivery: Row<'deliveries'>, url: string, posted: Posted): Promise<void> {
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
  await db.transaction().execute(async (work) => {
    const { numUpdatedRows } = await work
      .updateTable('deliveries')
      .set({
        ...{ status, attempts: number, next_at: nextAt },
        ...{ last_status: posted.status, last_error: posted.error, updated_at: sql<Date>`now()` },
      })
      .where('id', '=', id)
      .where('attempts', '=', delivery.attempts)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await work
      .insertInto('delivery_attempts')
      .values({
        ...{ delivery_id: id, number, url, status: posted.status, error: posted.error },
        duration_ms: posted.durationMs,
      })
      .execute();
    if (nextAt)
      await send(work, `webhooks-${queue}`, { deliveryId: id, attempts: number }, { startAfter: nextAt });
    else await log(work, delivery, status, `${posted.error ?? posted.status} after ${number} attempts`);
    if (posted.status === GONE) await disable(work, receiver);
  });
}

async function drop(db: Database, delivery: Row<'deliveries'>): Promise<void> {
  await db.transaction().execute(async (work) => {
    await work
      .updateTable('deliveries')
      .set({ status: 'dropped', next_at: null, updated_at: sql<Date>`now()` })
      .where('id', '=', delivery.id)
      .execute();
    await log(work, delivery, 'dropped', 'its receiver is gone or switched off');
  });
}

const log = (work: Database, { receiver, message_id }: Row<'deliveries'>, status: string, what: string) =>
  writeHistory(work, { type: 'webhook', status, message: `${receiver} ${message_id}: ${what}` });

/** 410: the receiver wants nothing more (Standard Webhooks). */
async function disable(work: Database, receiver: string): Promise<void> {
  const [model = '', id] = receiver.split(':');
  await sql`
    update records set fields = fields || '{"is_active": false}', updated_at = now()
    where resource = ${model} and id = ${id}::bigint`.execute(work);
}
