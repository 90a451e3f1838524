import { MAX_RECORDS } from '../../../../src/services/contract/envelope.ts';
import type { Machine } from '../../auth/principal.ts';
import type { Database } from '../../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { send } from '../../jobs/boss.ts';

export interface NewBatch {
  /** The operation id of the batch endpoint, which defines how a record is written. */
  readonly endpointId: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly records: readonly unknown[];
  /** The user in whose name they are written. */
  readonly principal: Machine;
}

/**
 * Stores records unchecked and returns `{id, status: 'accepted'}`: `GET /v3/batches/{id}` shows the errors of single records later.
 * Throws 422 for too many records.
 */
export async function acceptRecords(
  db: Database,
  { endpointId, path = {}, records, principal }: NewBatch,
): Promise<{ readonly id: string; readonly status: string }> {
  if (records.length > MAX_RECORDS) {
    throw invalid({
      body: [
        `A batch has at most ${MAX_RECORDS} records: use the imports for more (POST /v3/imports/upload).`,
      ],
    });
  }
  const accepted = await db
    .insertInto('batches')
    .values({
      endpoint: endpointId,
      path: JSON.stringify(path),
      records: JSON.stringify(records),
      total: records.length,
      user_id: principal.userId,
      scopes: [...principal.scopes],
    })
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow();
  await send(db, 'batches', { batchId: accepted.id });
  return accepted;
}
