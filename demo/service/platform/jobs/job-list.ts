import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { familyOf } from '../batches/families.ts';
import { progressRateOf, type ProgressRate } from './progress-rate.ts';

/** An import or a batch, and how far it is. */
export interface ListedJob {
  readonly key: string;
  /** `people.csv`, `Batch`. */
  readonly name: string;
  /** What its records are: `profile`. */
  readonly model: string;
  readonly status: string;
  readonly total: number;
  /** Those that were looked at. */
  readonly handled: number;
  readonly failed: number;
  readonly begunAt: Date | null;
  /** While it is worked on. */
  readonly rate: ProgressRate | undefined;
}

/** States in which a load goes on by itself. */
const OPEN = ['queued', 'running', 'accepted'];
/** Jobs that are looked through: the parts of one load are many. */
const JOBS = 20_000;

export const isOpen = ({ status }: ListedJob): boolean => OPEN.includes(status);

/** Imports and batches, the newest first, with those that are not over before all others. */
export async function listJobs(db: Database, limit: number): Promise<readonly ListedJob[]> {
  const rows = [...(await importsOf(db, limit)), ...(await batchesOf(db, limit))];
  const loads = rows.sort(
    (one, other) => Number(isOpen(other)) - Number(isOpen(one)) || Number(other.at) - Number(one.at),
  );
  return loads.slice(0, limit);
}

interface Found extends ListedJob {
  readonly at: Date;
}

interface Counted {
  readonly total: number;
  readonly handled: number;
  readonly failed: number;
  readonly status: string;
  readonly at: Date;
  /** Of the part that is worked on. */
  readonly position: number;
  readonly begun_at: Date | null;
  readonly begun_from: number | null;
  readonly changed_at: Date;
}

/** The parts of one load are one line. Between two of them it goes on; who sends none for a minute has stopped. */
async function importsOf(db: Database, limit: number): Promise<readonly Found[]> {
  const { rows } = await sql<Counted & { key: string; name: string | null; model: string; started: Date }>`
    with jobs as (
      select id, created_at, updated_at, coalesce(fields ->> 'load', id::text) as key,
        fields ->> 'file_name' as name, fields ->> 'model' as model, fields ->> 'status' as status,
        (fields ->> 'total')::integer as total, (fields ->> 'load_rows')::integer as load_rows,
        (fields ->> 'failed')::integer as failed, (fields ->> 'done')::integer + (fields ->> 'failed')::integer as handled,
        (fields ->> 'started_at')::timestamptz as started_at,
        (fields ->> 'begun_at')::timestamptz as begun_at, (fields ->> 'begun_from')::integer as begun_from
      from records where resource = 'import-job' order by created_at desc, id desc limit ${JOBS})
    select key, max(name) as name, max(model) as model, coalesce(max(load_rows), sum(total))::integer as total,
      sum(failed)::integer as failed, sum(handled)::integer as handled, min(started_at) as started, max(created_at) as at,
      case when bool_or(status = 'running') then 'running' when bool_or(status = 'queued') then 'queued'
        when bool_or(status = 'paused') then 'paused' when sum(handled) >= max(load_rows) is not false then min(status)
        when max(updated_at) > now() - interval '1 minute' then 'running' else 'stopped' end as status,
      (array_agg(handled order by id desc))[1] as position, (array_agg(begun_at order by id desc))[1] as begun_at,
      (array_agg(begun_from order by id desc))[1] as begun_from, max(updated_at) as changed_at
    from jobs group by key order by max(id) desc limit ${limit}`.execute(db);
  return rows.map(({ key, name, model, started, ...row }) => ({
    key: `import-${key}`,
    name: name ?? 'Import',
    model: model ?? '',
    begunAt: started,
    ...counted(row),
  }));
}

async function batchesOf(db: Database, limit: number): Promise<readonly Found[]> {
  const { rows } = await sql<Counted & { id: string; endpoint: string }>`
    select id, endpoint, status, coalesce(total, jsonb_array_length(records)) as total, position as handled, position,
      jsonb_array_length(failures) as failed, created_at as at, begun_at, begun_from, updated_at as changed_at
    from batches order by created_at desc, id limit ${limit}`.execute(db);
  return rows.map(({ id, endpoint, ...row }) => ({
    key: `batch-${id}`,
    name: 'Batch',
    model: familyOf(endpoint)?.resource ?? endpoint,
    begunAt: row.begun_at,
    ...counted(row),
  }));
}

function counted(row: Counted) {
  const { status, total, handled, failed, at, position, begun_at, begun_from, changed_at } = row;
  const rate =
    status === 'running' && begun_at
      ? progressRateOf({
          // What is left of all parts, at the rate of the one that is worked on.
          total: position + total - handled,
          position,
          begunAt: begun_at,
          begunFrom: begun_from ?? 0,
          changedAt: changed_at,
        })
      : undefined;
  return { status, total, handled, failed, at, rate };
}
