import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../database/tables.ts';
import { JOBS_SCHEMA, type JobSubjects, type Queue } from './queues.ts';

/** pg-boss over a connection or a transaction of ours. */
const overKysely = (db: Database): PgBoss.Db => ({
  async executeSql(text, values = []) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows: rows as unknown[] };
  },
});

/** A pg-boss on the tables that the migration made. Not started, it can still send, fetch and complete. */
export const bossOn = (db: Database, options: { readonly maintenanceSeconds?: number } = {}): PgBoss =>
  new PgBoss({
    db: overKysely(db),
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: options.maintenanceSeconds ?? 30,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 7,
  });

export interface SendOptions {
  /** Seconds from now, or a moment. */
  readonly startAfter?: number | Date;
}

// It never opens a connection: every job is sent over the connection of its cause.
const sender = bossOn(undefined as never);

/**
 * Puts a job into a queue. Given the transaction of what causes it, the job is there if and only if that is.
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

export interface Sent<Name extends Queue> {
  readonly queue: Name;
  readonly subject: JobSubjects[Name];
}

/** Several jobs that are due now, in one statement. */
export async function sendAll<Name extends Queue>(db: Database, jobs: readonly Sent<Name>[]): Promise<void> {
  if (jobs.length === 0) return;
  const given = jobs.map(({ queue, subject }) => ({ name: queue, data: subject }));
  await sender.insert(given, { db: overKysely(db) });
}
