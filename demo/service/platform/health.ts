import { sql } from 'kysely';
import { health } from '../../../src/services/contract/endpoints/index.ts';
import type { Database } from '../database/tables.ts';
import { RETRY_AFTER_SECONDS } from '../api/problem.ts';
import { route, type Route } from '../api/route.ts';
import { JOBS_SCHEMA } from '../jobs/queues.ts';

const DATABASE_TIMEOUT_MS = 2_000;
/** A job or delivery that is due for longer means that no process is working on jobs. */
const MAX_DELAY_SECONDS = 120;

/** `GET /health` for load balancers: whether the database answers within the timeout. */
export async function readiness(db: Database): Promise<Response> {
  const reachable = await Promise.race([
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, DATABASE_TIMEOUT_MS, false).unref()),
  ]);
  return reachable
    ? Response.json({ status: 'ok', database: 'reachable' })
    : Response.json(
        { status: 'unavailable', database: 'unreachable', message: 'The database does not answer.' },
        { status: 503, headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
      );
}

/** The status of the service and of its database, queue and webhooks (spec 1 rule 4). */
export const healthRoutes: readonly Route[] = [
  route(health, async ({ db }) => {
    const began = performance.now();
    const { waiting, oldestJob, undelivered, oldestDelivery, failed } = await backlogOf(db);
    const stuck = oldestJob > MAX_DELAY_SECONDS;
    const late = oldestDelivery > MAX_DELAY_SECONDS;
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

interface Backlog {
  /** Jobs that are due. */
  readonly waiting: number;
  /** Seconds for which the oldest job is due. */
  readonly oldestJob: number;
  readonly undelivered: number;
  /** Seconds for which the oldest delivery is due. */
  readonly oldestDelivery: number;
  /** Deliveries that failed permanently in the last day. */
  readonly failed: number;
}

/** Due jobs and deliveries. A delivery that waits for its next attempt is not late: its receiver failed. */
async function backlogOf(db: Database): Promise<Backlog> {
  const job = sql.id(JOBS_SCHEMA, 'job');
  const { rows } = await sql<Backlog>`
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
