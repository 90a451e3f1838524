import { MAX_RECORDS } from '../../../../src/services/contract/envelope.ts';
import type { Machine } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { send } from '../jobs/boss.ts';

export interface ManyRecords {
  /** The operation id of the endpoint that took them: its family says what is done with each. */
  readonly endpointId: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly records: readonly unknown[];
  /** In whose name they are written. */
  readonly principal: Machine;
}

/**
 * Stores records as they came, and answers `{id, status: 'accepted'}`: what is wrong with one of them is said later, at
 * `GET /v3/batches/{id}` (rule R22, G53). Throws 422 for more than a batch may hold (G23).
 */
export async function acceptRecords(
  db: Database,
  { endpointId, path = {}, records, principal }: ManyRecords,
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
