import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../database/tables.ts';
import { JOBS_SCHEMA, type JobSubjects, type Queue } from './queues.ts';

/** Runs the statements of pg-boss on a Kysely connection or transaction. */
const overKysely = (db: Database): PgBoss.Db => ({
  async executeSql(text, values = []) {
    const { rows } = await db.executeQuery<unknown>(CompiledQuery.raw(text, values));
    return { rows };
  },
});

const createBoss = (db: PgBoss.Db, maintenanceIntervalSeconds = 30): PgBoss =>
  new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 7,
  });

/** A pg-boss on the tables that the migration created. It can send, fetch and complete jobs without being started. */
export const bossOn = (db: Database, options: { readonly maintenanceSeconds?: number } = {}): PgBoss =>
  createBoss(overKysely(db), options.maintenanceSeconds);

export interface SendOptions {
  /** Seconds from now, or a time. */
  readonly startAfter?: number | Date;
}

// Sends every job over the connection that `send` names, and so has none.
const sender = createBoss({
  executeSql: () => Promise.reject(new Error('A job is sent over the connection of its caller.')),
});

/**
 * Adds a job to a queue. With the transaction of the caller as `db`, the job exists if and only if that transaction commits.
 */
export async function send<Name extends Queue>(
  db: Database,
  queue: Name,
  subject: JobSubjects[Name],
  options: SendOptions = {},
): Promise<void> {
  await sender.send(queue, subject, { ...options, db: overKysely(db) });
}

/**
 * One job for each row that `subjects` selects, as a part of the statement that writes those rows: one round trip instead of two, in every
 * request that writes. `subjects` selects one jsonb column named `subject`. Writes the same row as `send` without options.
 */
export const jobInsert = (queue: Queue, subjects: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into ${sql.table(`${JOBS_SCHEMA}.job`)}
    (name, data, retry_limit, retry_delay, retry_backoff, expire_in, keep_until, dead_letter, policy)
  select queue.name, subjects.subject, coalesce(queue.retry_limit, 2),
    case when queue.retry_backoff then greatest(queue.retry_delay, 1) else coalesce(queue.retry_delay, 0) end,
    coalesce(queue.retry_backoff, false), coalesce(queue.expire_seconds * interval '1 second', interval '15 minutes'),
    now() + coalesce(queue.retention_minutes * interval '1 minute', interval '14 days'), queue.dead_letter, queue.policy
  from (${subjects}) as subjects, ${sql.table(`${JOBS_SCHEMA}.queue`)} as queue
  where queue.name = ${queue}
  on conflict do nothing`;

export interface NewJob<Name extends Queue> {
  readonly queue: Name;
  readonly subject: JobSubjects[Name];
}

/** Adds several jobs that are due now, in one statement. */
export async function sendAll<Name extends Queue>(
  db: Database,
  jobs: readonly NewJob<Name>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const given = jobs.map(({ queue, subject }) => ({ name: queue, data: subject }));
  await sender.insert(given, { db: overKysely(db) });
}
