import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { familyOf } from '../platform/batches/families.ts';
import { progressRateOf, type ProgressRate } from './progress-rate.ts';

/** An import or a batch with its progress. */
export interface ListedJob {
  readonly key: string;
  /** `people.csv`, `Batch`. */
  readonly name: string;
  /** The model of its records: `profile`. */
  readonly model: string;
  readonly status: string;
  readonly total: number;
  /** Processed records, failed ones included. */
  readonly handled: number;
  readonly failed: number;
  readonly begunAt: Date | null;
  /** While it runs. */
  readonly rate: ProgressRate | undefined;
}

/** States of a load that is not over and not paused. */
const OPEN = ['queued', 'running', 'accepted'];
/** Newest import jobs that are read: one load may have many parts, each with a job. */
const MAX_IMPORT_JOBS = 20_000;

export const isOpen = ({ status }: ListedJob): boolean => OPEN.includes(status);

/** Imports and batches: first those that are not over, then the others; each newest first. */
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

interface Progress {
  readonly total: number;
  readonly handled: number;
  readonly failed: number;
  readonly status: string;
  readonly at: Date;
  /** Position within the newest part. */
  readonly position: number;
  readonly begun_at: Date | null;
  readonly begun_from: number | null;
  readonly changed_at: Date;
}

/** One line per load. Between two parts a load counts as running; without a new part for a minute as stopped. */
async function importsOf(db: Database, limit: number): Promise<readonly Found[]> {
  const { rows } = await sql<Progress & { key: string; name: string | null; model: string; started: Date }>`
    with jobs as (
      select id, created_at, updated_at, coalesce(fields ->> 'load', id::text) as key,
        fields ->> 'file_name' as name, fields ->> 'model' as model, fields ->> 'status' as status,
        (fields ->> 'total')::integer as total, (fields ->> 'load_rows')::integer as load_rows,
        (fields ->> 'failed')::integer as failed, (fields ->> 'done')::integer + (fields ->> 'failed')::integer as handled,
        (fields ->> 'started_at')::timestamptz as started_at,
        (fields ->> 'begun_at')::timestamptz as begun_at, (fields ->> 'begun_from')::integer as begun_from
      from records where resource = 'import-job' order by created_at desc, id desc limit ${MAX_IMPORT_JOBS})
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
    ...progressOf(row),
  }));
}

async function batchesOf(db: Database, limit: number): Promise<readonly Found[]> {
  const { rows } = await sql<Progress & { id: string; endpoint: string }>`
    select id, endpoint, status, coalesce(total, jsonb_array_length(records)) as total, position as handled, position,
      jsonb_array_length(failures) as failed, created_at as at, begun_at, begun_from, updated_at as changed_at
    from batches order by created_at desc, id limit ${limit}`.execute(db);
  return rows.map(({ id, endpoint, ...row }) => ({
    key: `batch-${id}`,
    name: 'Batch',
    model: familyOf(endpoint)?.resource ?? endpoint,
    begunAt: row.begun_at,
    ...progressOf(row),
  }));
}

function progressOf(row: Progress) {
  const { status, total, handled, failed, at, position, begun_at, begun_from, changed_at } = row;
  const rate =
    status === 'running' && begun_at
      ? progressRateOf({
          // The rest of all parts, at the rate of the newest part.
          total: position + total - handled,
          position,
          begunAt: begun_at,
          begunFrom: begun_from ?? 0,
          changedAt: changed_at,
        })
      : undefined;
  return { status, total, handled, failed, at, rate };
}

/** A row or record that failed, with its number in the file or batch. */
export interface FailedRow {
  readonly row: number;
  readonly message: string;
}

const SHOWN_FAILURES = 200;

/** The failed rows of a job, by its key; undefined for an unknown job. A load in parts shows the rows of all parts. */
export async function failuresOf(db: Database, key: string): Promise<readonly FailedRow[] | undefined> {
  const [kind, id] = /^(import|batch)-(.{1,100})$/.exec(key)?.slice(1) ?? [];
  const source =
    kind === 'import'
      ? sql`select fields -> 'failures' as failures from records
          where resource = 'import-job' and coalesce(fields ->> 'load', id::text) = ${id} order by id`
      : sql`select failures from batches where id::text = ${id}`;
  const { rows } = await sql<{ failures: readonly StoredFailure[] | null }>`${source}`.execute(db);
  if (rows.length === 0) return undefined;
  return rows
    .flatMap(({ failures }) => failures ?? [])
    .slice(0, SHOWN_FAILURES)
    .map(({ row, index, message }) => ({ row: row ?? (index ?? 0) + 1, message }));
}

/** Rows of a file count from 1, records of a batch from 0. */
interface StoredFailure {
  readonly row?: number;
  readonly index?: number;
  readonly message: string;
}
