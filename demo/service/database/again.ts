import type { Database, Work } from './tables.ts';

const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Does work in a transaction, and once more from its beginning where the database ended it because two waited for each
 * other: nothing of it was done then.
 */
export async function inTransaction<T>(db: Database, work: (work: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if ((error as { code?: string } | undefined)?.code !== DEADLOCK || attempt === TRIES) throw error;
    }
  }
}
