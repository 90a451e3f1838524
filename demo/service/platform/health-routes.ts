import { sql } from 'kysely';
import { health } from '../../../src/services/contract/endpoints/index.ts';
import type { Database } from './database/tables.ts';
import { route, type Route } from '../api/route.ts';
import { JOBS_SCHEMA } from './jobs/queues.ts';

/** A job that is due for longer than this has nobody who works. */
const PATIENCE_SECONDS = 120;

/** Whether the service can do its work, and each part that it needs (spec 1 rule 4). */
export const healthRoutes: readonly Route[] = [
  route(health, async ({ db }) => {
    const began = performance.now();
    const { waiting, oldestJob, undelivered, oldestDelivery, failed } = await lateness(db);
    const stuck = oldestJob > PATIENCE_SECONDS;
    const late = oldestDelivery > PATIENCE_SECONDS;
    return {
      data: {
        status: stuck || late ? 'failing' : 'ok',
        checks: {
          database: { status: 'ok', milliseconds: Math.round(performance.now() - began) },
          queue: { status: stuck ? 'failing' : 'ok', waiting, oldest_seconds: oldestJob },
          webhooks: {
            status: late ? 'failing' : 'ok',
            undelivered,
            oldest_undelivered_seconds: oldestDelivery,
            failed_last_day: failed,
          },
        },
      },
    };
  }),
];

interface Lateness {
  readonly waiting: number;
  /** Seconds since the first of them was due. */
  readonly oldestJob: number;
  readonly undelivered: number;
  readonly oldestDelivery: number;
  readonly failed: number;
}

/** What is due and not done. A delivery that waits for its next attempt is not late: its receiver is. */
async function lateness(db: Database): Promise<Lateness> {
  const job = sql.id(JOBS_SCHEMA, 'job');
  const { rows } = await sql<Lateness>`
    select
      (select count(*) from ${job} where state < 'active' and start_after <= now()) as "waiting",
      (select coalesce(ceil(extract(epoch from now() - min(start_after))), 0)::integer
        from ${job} where state < 'active' and start_after <= now()) as "oldestJob",
      (select count(*) from deliveries where status = 'pending') as "undelivered",
      (select coalesce(ceil(extract(epoch from now() - min(next_at))), 0)::integer
        from deliveries where status = 'pending' and next_at <= now()) as "oldestDelivery",
      (select count(*) from deliveries
        where status = 'failed' and updated_at > now() - interval '1 day') as "failed"`.execute(db);
  return rows[0] ?? { waiting: 0, oldestJob: 0, undelivered: 0, oldestDelivery: 0, failed: 0 };
}
