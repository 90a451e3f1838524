import { sql } from 'kysely';
import type { Database } from './database/tables.ts';
import { keepEventsInBounds } from './events/keep.ts';
import { ANSWER_KEPT_DAYS } from './http/idempotency.ts';

const EVERY_MS = 3_600_000;

/** Removes what has had its time, now and every hour. Answers a function that ends it. */
export function startHousekeeping(db: Database, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = keepHouse(db).catch(onError);
  };
  const timer = setInterval(run, EVERY_MS).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Tokens a day after their end, stored answers after their days, and counts of minutes long past. */
export async function keepHouse(db: Database): Promise<void> {
  await db
    .deleteFrom('tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - ${ANSWER_KEPT_DAYS} * interval '1 day'`)
    .execute();
  await db
    .deleteFrom('request_windows')
    .where('started_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  await keepEventsInBounds(db);
}
