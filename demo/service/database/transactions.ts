import { sql } from 'kysely';
import { record } from '../../../src/services/transport/read.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { transactionWithPipeline } from './pipeline.ts';
import type { Database, Work } from './tables.ts';

/** Deadlock and serialization failure: the database rolled the transaction back because of a concurrent one. */
const RETRIED_CODES: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 20;

/**
 * Runs work in a transaction, and repeats it after a deadlock or serialization failure. The delay grows and half of it is random, so
 * that two transactions do not collide again. The work must have no effects outside the database.
 */
export async function inTransaction<T>(db: Database, work: (work: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactionWithPipeline(db, work);
    } catch (error) {
      if (!RETRIED_CODES.has(record(error)['code']) || attempt === MAX_ATTEMPTS) throw error;
      const delay = FIRST_DELAY_MS * 2 ** (attempt - 1);
      await wait(delay / 2 + (Math.random() * delay) / 2);
    }
  }
}

/** Runs a part of a transaction that may fail: its writes are rolled back, and the transaction continues. */
export async function inSavepoint<T>(
  work: Database,
  part: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
  await sql`savepoint part`.execute(work);
  try {
    const value = await part();
    await sql`release savepoint part`.execute(work);
    return { value };
  } catch (error) {
    // If the connection is lost this throws, too, so that the whole transaction fails.
    await sql`rollback to savepoint part`.execute(work);
    return { error };
  }
}
