import { sql } from 'kysely';
import { reasonOf } from '../../automation/actions.ts';
import { erased, Problem } from '../../api/problem.ts';
import { send } from '../../jobs/boss.ts';
import { principalFor } from '../../auth/principal.ts';
import { warningsOf, type Runtime } from '../../jobs/perform.ts';
import { inSavepoint } from '../../database/transactions.ts';
import { restartsRate } from '../../jobs/progress-rate.ts';
import { familyOf } from './families.ts';

/** A job ends after this time and queues the next one, so that other jobs run in between. */
const JOB_MS = 5_000;

/** Writes the records of a batch from its position on. */
export async function runBatch(runtime: Runtime, batchId: string): Promise<void> {
  const until = performance.now() + JOB_MS;
  while (performance.now() < until) if (!(await writeNext(runtime, batchId))) return;
  await send(runtime.db, 'batches', { batchId });
}

/**
 * Writes the next record of a batch and the new position in one transaction: even if the process ends in between, no record is written
 * twice and none is skipped. Only the invalid record is rolled back, and listed in the failures.
 */
async function writeNext({ db, ...rest }: Runtime, batchId: string): Promise<boolean> {
  return await db.transaction().execute(async (work) => {
    const batch = await work
      .selectFrom('batches')
      .select(['id', 'endpoint', 'user_id', 'scopes', 'position', 'status', 'begun_at', 'updated_at'])
      .select(sql<Record<string, unknown> | null>`records -> "position"`.as('record'))
      .select(sql<number>`coalesce(total, jsonb_array_length(records))`.as('total'))
      .where('id', '=', batchId)
      .forUpdate()
      .executeTakeFirst();
    if (!batch || batch.status === 'done') return false;
    const { record, position: index, total } = batch;
    if (index >= total) {
      // The records are deleted; the failures name them by position.
      await work
        .updateTable('batches')
        .set({ status: 'done', records: '[]', total, updated_at: sql<Date>`now()` })
        .where('id', '=', batchId)
        .execute();
      return false;
    }
    const runtime = { ...rest, db: work };
    const outcome = await inSavepoint(work, async () => {
      const principal = await principalFor(work, batch.user_id, batch.scopes);
      if (record === null) throw erased();
      const family = familyOf(batch.endpoint);
      if (!family) throw new Error(`The endpoint ${batch.endpoint} takes no batch.`);
      return await family.write({
        runtime,
        work,
        principal,
        cause: `batch:${batchId}`,
        record,
      });
    });
    const failed = 'error' in outcome;
    // Not an error of the record: the job is retried, and the record with it.
    if (failed && !(outcome.error instanceof Problem)) throw outcome.error;
    const failure = failed ? [{ index, message: reasonOf(outcome.error) }] : [];
    const warnings = failed ? [] : warningsOf(outcome.value).map((message) => ({ index, message }));
    await work
      .updateTable('batches')
      .set({
        status: 'running',
        position: index + 1,
        updated_at: sql<Date>`clock_timestamp()`,
        ...(restartsRate(batch.begun_at, batch.updated_at) && {
          begun_at: sql<Date>`now()`,
          begun_from: index,
        }),
        failures: sql<string>`failures || ${JSON.stringify(failure)}::jsonb`,
        warnings: sql<string>`warnings || ${JSON.stringify(warnings)}::jsonb`,
      })
      .where('id', '=', batchId)
      .execute();
    return true;
  });
}
