import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { contractOf } from '../../../src/services/shapes/contracts/index.ts';
import type { Machine } from '../auth/principal.ts';
import { endpointOf } from '../catalogue.ts';
import type { Database } from '../database/tables.ts';
import { readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { addRecord } from '../records/store.ts';
import { tableOf } from '../records/tables.ts';

/** Writes one record that was accepted; `body` is checked. Throws the `Problem` that a request would be answered with. */
export type WriteOne = (
  db: Database,
  one: { readonly principal: Machine; readonly body: Record<string, unknown> },
) => Promise<unknown>;

export interface QueuedRecords {
  /** The operation id of the endpoint that takes one such record: its contract checks them. */
  readonly endpointId: string;
  readonly records: readonly unknown[];
  /** In whose name they are written. */
  readonly principal: Machine;
  readonly write: WriteOne;
}

/**
 * Works through records that a queue endpoint accepted: `(db, payload)`, inside a transaction. A bad one is undone alone
 * and named in the failures (rule R22); what went wrong on our side undoes everything, so that it can be tried again.
 */
export async function writeQueuedRecords(
  db: Database,
  { endpointId, records, principal, write }: QueuedRecords,
): Promise<{ readonly id: string; readonly status: string }> {
  const schema = contractOf(endpointOf(endpointId) as never)?.body;
  if (!schema) throw new Error(`The endpoint ${endpointId} takes no record.`);
  const failures: { index: number; message: string }[] = [];
  for (const [index, record] of records.entries()) {
    await sql`savepoint queued`.execute(db);
    try {
      const body = readBody(schema, 'application/json', JSON.stringify(record)) as Record<string, unknown>;
      await write(db, { principal, body });
      await sql`release savepoint queued`.execute(db);
    } catch (error) {
      await sql`rollback to savepoint queued`.execute(db);
      if (!(error instanceof Problem)) throw error;
      failures.push({ index, message: error.message });
    }
  }
  const id = randomUUID();
  const done = records.length - failures.length;
  await addRecord(db, tableOf('queued-records'), {
    ...{ uuid: id, endpoint: endpointId, total: records.length, done, failures },
    user_id: principal.userId,
  });
  return { id, status: 'accepted' };
}
