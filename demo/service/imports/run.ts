import { sql } from 'kysely';
import * as v from 'valibot';
import { reasonOf } from '../automation/actions.ts';
import type { Database, Row } from '../database/tables.ts';
import { erased, Problem } from '../api/problem.ts';
import { send } from '../jobs/boss.ts';
import { restartsRate } from '../jobs/progress-rate.ts';
import { principalFor } from '../auth/principal.ts';
import type { Runtime } from '../jobs/perform.ts';
import { inSavepoint } from '../database/transactions.ts';
import { writeImportRow, type RowSource } from './write-row.ts';
import { lockSeries } from './imported-rows.ts';
import { dropRows, rowsAfter } from './rows.ts';
import { timestamp } from '../api/formats.ts';

/** Rows per transaction: at most these are repeated after a kill, and a pause takes effect after them. */
const ROWS_PER_TRANSACTION = 50;
const JOB_MS = 5_000;
/** Failures, and warnings, that are stored. The import command sends no more rows at once, so it gets all of them. */
const MAX_FAILURES = 1_000;

/** The stored fields of an import job. */
const jobFields = v.object({
  import_id: v.number(),
  status: v.string(),
  mapping: v.nullish(v.record(v.string(), v.unknown()), null),
  done: v.number(),
  /** Rows that changed an existing record; they are among those that are done. */
  changed: v.nullish(v.number(), 0),
  /** Rows that an earlier load of the series had imported; they are among those that are done, too. */
  unchanged: v.nullish(v.number(), 0),
  failed: v.number(),
  failures: v.array(v.unknown()),
  warnings: v.nullish(v.array(v.unknown()), []),
  started_at: v.nullish(v.string()),
  /** Number of the last processed row. */
  position: v.nullish(v.number()),
  /** When the job last started or continued. */
  begun_at: v.nullish(v.string()),
});
type JobFields = v.InferOutput<typeof jobFields>;

/** The stored fields of an import. */
const importFields = v.object({
  model: v.string(),
  scopes: v.array(v.string()),
  existing: v.nullish(v.picklist(['fail', 'change']), 'fail'),
  connection_id: v.nullish(v.number()),
  series: v.nullish(v.string()),
  load: v.nullish(v.string()),
});

/** Processes the rows of an import job from its position on, until it is done or paused. */
export async function runImport(runtime: Runtime, jobId: number): Promise<void> {
  const until = performance.now() + JOB_MS;
  while (performance.now() < until) if (!(await writeNextRows(runtime, jobId))) return;
  await send(runtime.db, 'imports', { jobId });
}

/** Writes some rows and the new position in one transaction: after a kill the job continues after the last committed rows. */
async function writeNextRows(runtime: Runtime, jobId: number): Promise<boolean> {
  return await runtime.db.transaction().execute(async (work) => {
    const job = await work
      .selectFrom('records')
      .selectAll()
      .where('id', '=', jobId)
      .where('resource', '=', 'import-job')
      .forUpdate()
      .executeTakeFirst();
    const state = job && v.parse(jobFields, job.fields);
    if (!state || !['queued', 'running'].includes(state.status)) return false;
    const source = await sourceOf(work, state.import_id);
    const position = state.position ?? state.done + state.failed;
    const rows = source ? await rowsAfter(work, state.import_id, position, ROWS_PER_TRANSACTION) : [];
    const failures = [...state.failures];
    const warnings = [...(state.warnings ?? [])];
    const imported: number[] = [];
    const outcomes = { added: 0, changed: 0, unchanged: 0 };
    if (source?.seriesLoad) await lockSeries(work, source.seriesLoad);
    for (const { number, fields } of rows) {
      const outcome = await inSavepoint(work, async () => {
        if (!source || fields === null) throw erased();
        const principal = await principalFor(work, source.userId, source.scopes);
        const row = { fields, mapping: state.mapping, principal, cause: `import:${jobId}` };
        return await writeImportRow({ ...runtime, db: work }, source, row);
      });
      if (!('error' in outcome)) {
        imported.push(number);
        outcomes[outcome.value.outcome]++;
        for (const message of outcome.value.warnings)
          if (warnings.length < MAX_FAILURES) warnings.push({ row: number, message });
        continue;
      }
      // Not an error of the row: the job is retried, and these rows with it.
      if (!(outcome.error instanceof Problem)) throw outcome.error;
      if (failures.length < MAX_FAILURES) failures.push({ row: number, message: reasonOfRow(outcome.error) });
    }
    await dropRows(work, state.import_id, imported);
    const over = rows.length < ROWS_PER_TRANSACTION;
    const now = timestamp(new Date());
    await change(work, jobId, {
      status: over ? 'done' : 'running',
      failures,
      warnings,
      position: rows.at(-1)?.number ?? position,
      done: state.done + imported.length,
      changed: state.changed + outcomes.changed,
      unchanged: state.unchanged + outcomes.unchanged,
      failed: state.failed + rows.length - imported.length,
      ...(!state.started_at && { started_at: now }),
      ...rateStart(job, state, now),
      ...(over && { finished_at: now }),
    });
    if (over) await change(work, state.import_id, { status: 'done' });
    return !over;
  });
}

/** Some endpoints take a list, of which a row is the only entry. */
const reasonOfRow = (error: Problem): string => reasonOf(error).replaceAll(' of entry 1', '');

/** The new start of the rate measurement, if there is one. */
function rateStart(
  { updated_at }: Row<'records'>,
  { status, begun_at, done, failed }: JobFields,
  now: string,
) {
  const begun = !begun_at || status === 'queued' ? null : new Date(begun_at);
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
  const { connection_id: connectionId, series, load, ...fields } = v.parse(importFields, row.fields);
  return {
    ...fields,
    userId: row.user_id ?? 0,
    ...(typeof connectionId === 'number' && { connectionId }),
    ...(series && load && { seriesLoad: { series, load } }),
  };
}

async function change(work: Database, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update records set fields = fields || ${JSON.stringify(values)}::jsonb, updated_at = clock_timestamp()
    where id = ${id}`.execute(work);
}
