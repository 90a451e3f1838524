import { sql } from 'kysely';
import { contractOf } from '../../../src/services/shapes/contracts/index.ts';
import { reasonOf } from '../automation/actions.ts';
import { endpointOf } from '../catalogue.ts';
import type { Database } from '../database/tables.ts';
import { Problem } from '../http/problem.ts';
import { send } from '../jobs/boss.ts';
import { perform } from '../jobs/perform.ts';
import { principalFor } from '../jobs/principal.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { attemptWithin } from '../jobs/savepoint.ts';
import { timestamp } from '../views.ts';
import { fit, type Mapping } from './fit.ts';
import { importModels } from './models.ts';
import type { FileRow } from './read-file.ts';

/** Rows per transaction: what a kill undoes, and how soon a pause is heard. */
const ROWS_AT_ONCE = 50;
const TURN_MS = 5_000;
/** What is kept of failures: a file that is wrong is wrong everywhere. */
const MAX_FAILURES = 100;

interface JobFields {
  readonly import_id: number;
  readonly status: string;
  readonly mapping: Mapping | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly failures: readonly unknown[];
  readonly started_at?: string;
}

/** Brings in the rows of an import job from where it is, until it is done or paused. */
export async function runImport(runtime: Runtime, jobId: number): Promise<void> {
  const until = performance.now() + TURN_MS;
  while (performance.now() < until) if (!(await chunk(runtime, jobId))) return;
  await send(runtime.db, 'imports', { jobId });
}

/** Rows, and how far the job is, in one transaction: after a kill it goes on behind the last chunk that is there. */
async function chunk({ db, ...rest }: Runtime, jobId: number): Promise<boolean> {
  return await db.transaction().execute(async (work) => {
    const job = await work
      .selectFrom('records')
      .select('fields')
      .where('id', '=', jobId)
      .where('resource', '=', 'import-job')
      .forUpdate()
      .executeTakeFirst();
    const state = job?.fields as unknown as JobFields | undefined;
    if (!state || !['queued', 'running'].includes(state.status)) return false;
    const source = await sourceOf(work, state.import_id);
    const position = state.done + state.failed;
    const rows = source ? await rowsAfter(work, state.import_id, position) : [];
    const failures = [...state.failures];
    let failed = 0;
    for (const { number, fields } of rows) {
      const outcome = await attemptWithin(work, async () => {
        const principal = await principalFor(work, source?.userId ?? 0, source?.scopes ?? []);
        const endpointId = importModels[source?.model ?? ''] ?? '';
        const endpoint = endpointOf(endpointId);
        const body = fit(fields, state.mapping, endpoint && contractOf(endpoint)?.body);
        await perform({ ...rest, db: work }, work, { endpointId, body, principal, cause: `import:${jobId}` });
      });
      if (!('error' in outcome)) continue;
      // What is not the row's fault: the job is tried again, and the chunk with it.
      if (!(outcome.error instanceof Problem)) throw outcome.error;
      failed++;
      if (failures.length < MAX_FAILURES) {
        failures.push({ row: number, message: reasonOf(outcome.error) });
      }
    }
    const over = rows.length < ROWS_AT_ONCE;
    const now = timestamp(new Date());
    await change(work, jobId, {
      ...{ status: over ? 'done' : 'running', failures },
      ...{ done: state.done + rows.length - failed, failed: state.failed + failed },
      ...(!state.started_at && { started_at: now }),
      ...(over && { finished_at: now }),
    });
    if (over) await change(work, state.import_id, { status: 'done' });
    return !over;
  });
}

async function sourceOf(work: Database, importId: number) {
  const row = await work
    .selectFrom('records')
    .select(['user_id', 'fields'])
    .where('id', '=', importId)
    .where('resource', '=', 'import')
    .executeTakeFirst();
  if (!row) return undefined;
  const { model, scopes } = row.fields as { model: string; scopes: readonly string[] };
  return { model, scopes, userId: row.user_id ?? 0 };
}

async function rowsAfter(work: Database, importId: number, position: number) {
  const rows = await work
    .selectFrom('import_rows')
    .select(['number', 'fields'])
    .where('import_id', '=', importId)
    .where('number', '>', position)
    .orderBy('number')
    .limit(ROWS_AT_ONCE)
    .execute();
  return rows as readonly { readonly number: number; readonly fields: FileRow }[];
}

async function change(work: Database, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update records set fields = fields || ${JSON.stringify(values)}::jsonb, updated_at = now()
    where id = ${id}`.execute(work);
}
