import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Runs a part of a transaction that may fail alone: what it wrote is undone, and the transaction goes on. */
export async function attemptWithin<T>(
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
