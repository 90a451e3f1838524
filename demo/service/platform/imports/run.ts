import { sql } from 'kysely';
import { reasonOf } from '../automation/actions.ts';
import type { Database, Row } from '../database/tables.ts';
import { erased, Problem } from '../../api/problem.ts';
import { send } from '../jobs/boss.ts';
import { restartsRate } from '../jobs/progress-rate.ts';
import { principalFor } from '../auth/principal.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { inSavepoint } from '../database/transactions.ts';
import { writeImportRow, type RowSource } from './write-row.ts';
import type { Mapping } from './map-row.ts';
import { dropRows, rowsAfter } from './rows.ts';
import { timestamp } from '../../api/formats.ts';

/** Rows per transaction: what a kill undoes, and how soon a pause is heard. */
const ROWS_AT_ONCE = 50;
const TURN_MS = 5_000;
/** What is kept of failures: a file that is wrong is wrong everywhere. All of what the import command sends at once. */
const MAX_FAILURES = 1_000;

interface JobFields {
  readonly import_id: number;
  readonly status: string;
  readonly mapping: Mapping | null;
  readonly total: number;
  readonly done: number;
  /** Those of the done ones that were there before. */
  readonly changed?: number;
  readonly failed: number;
  readonly failures: readonly unknown[];
  readonly started_at?: string;
  /** Number of the last row that was looked at. */
  readonly position?: number;
  readonly begun_at?: string;
}

/** Brings in the rows of an import job from where it is, until it is done or paused. */
export async function runImport(runtime: Runtime, jobId: number): Promise<void> {
  const until = performance.now() + TURN_MS;
  while (performance.now() < until) if (!(await chunk(runtime, jobId))) return;
  await send(runtime.db, 'imports', { jobId });
}

/** Rows, and how far the job is, in one transaction: after a kill it goes on behind the last chunk that is there. */
async function chunk(runtime: Runtime, jobId: number): Promise<boolean> {
  return await runtime.db.transaction().execute(async (work) => {
    const job = await work
      .selectFrom('records')
      .selectAll()
      .where('id', '=', jobId)
      .where('resource', '=', 'import-job')
      .forUpdate()
      .executeTakeFirst();
    const state = job?.fields as unknown as JobFields | undefined;
    if (!job || !state || !['queued', 'running'].includes(state.status)) return false;
    const source = await sourceOf(work, state.import_id);
    const position = state.position ?? state.done + state.failed;
    const rows = source ? await rowsAfter(work, state.import_id, position, ROWS_AT_ONCE) : [];
    const failures = [...state.failures];
    const broughtIn: number[] = [];
    let changed = 0;
    for (const { number, fields } of rows) {
      const outcome = await inSavepoint(work, async () => {
        if (!source || fields === null) throw erased();
        const principal = await principalFor(work, source.userId, source.scopes);
        const row = { fields, mapping: state.mapping, principal, cause: `import:${jobId}` };
        return await writeImportRow({ ...runtime, db: work }, source, row);
      });
      if (!('error' in outcome)) {
        broughtIn.push(number);
        if (outcome.value === 'changed') changed++;
        continue;
      }
      // What is not the row's fault: the job is tried again, and the chunk with it.
      if (!(outcome.error instanceof Problem)) throw outcome.error;
      if (failures.length < MAX_FAILURES) failures.push({ row: number, message: reasonOf(outcome.error) });
    }
    await dropRows(work, state.import_id, broughtIn);
    const over = rows.length < ROWS_AT_ONCE;
    const now = timestamp(new Date());
    await change(work, jobId, {
      status: over ? 'done' : 'running',
      failures,
      position: rows.at(-1)?.number ?? position,
      done: state.done + broughtIn.length,
      changed: (state.changed ?? 0) + changed,
      failed: state.failed + rows.length - broughtIn.length,
      ...(!state.started_at && { started_at: now }),
      ...paceFrom(job, state, now),
      ...(over && { finished_at: now }),
    });
    if (over) await change(work, state.import_id, { status: 'done' });
    return !over;
  });
}

/** From when, and from which row on, the rate is reckoned. */
function paceFrom(
  { updated_at }: Row<'records'>,
  { status, begun_at, done, failed }: JobFields,
  now: string,
) {
  const begun = begun_at === undefined || status === 'queued' ? null : new Date(begun_at);
  return restartsRate(begun, updated_at) && { begun_at: now, begun_from: done + failed };
}

async function sourceOf(work: Database, importId: number): Promise<RowSource | undefined> {
  const row = await work
    .selectFrom('records')
    .select(['user_id', 'fields'])
    .where('id', '=', importId)
    .where('resource', '=', 'import')
    .executeTakeFirst();
  if (!row) return undefined;
  const { model, scopes, existing, connection_id } = row.fields as unknown as RowSource & {
    connection_id?: number;
  };
  const connected = connection_id !== undefined && { connectionId: connection_id };
  return { model, scopes, existing: existing ?? 'fail', userId: row.user_id ?? 0, ...connected };
}

async function change(work: Database, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update records set fields = fields || ${JSON.stringify(values)}::jsonb, updated_at = clock_timestamp()
    where id = ${id}`.execute(work);
}
