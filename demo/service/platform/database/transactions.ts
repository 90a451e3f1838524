import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Work } from './tables.ts';

/** Deadlock and serialization failure: the database undid the transaction because of another one. */
const LOST_TO_ANOTHER = new Set(['40P01', '40001']);
const TRIES = 6;
const FIRST_DELAY_MS = 20;

/**
 * Does work in a transaction, and again from its beginning where the database undid it because of another one. The delay
 * grows, and half of it is chance, so that two that met do not meet again. Work changes nothing but the database.
 */
export async function inTransaction<T>(db: Database, work: (work: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string } | undefined)?.code ?? '';
      if (!LOST_TO_ANOTHER.has(code) || attempt === TRIES) throw error;
      const delay = FIRST_DELAY_MS * 2 ** (attempt - 1);
      await wait(delay / 2 + (Math.random() * delay) / 2);
    }
  }
}

/** Runs a part of a transaction that may fail alone: what it wrote is undone, and the transaction goes on. */
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
    // Where the connection is gone this throws too, and the whole transaction is tried again.
    await sql`rollback to savepoint part`.execute(work);
    return { error };
  }
}
