import type { Database } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';

/**
 * The order of locks, for every transaction: rows of a load (a batch, an import), profiles by their ids, then everything
 * that belongs to a profile, its idempotency keys and events included, the balance before definitions and stock. Writes hold
 * the profile here, merging and purging lock it for update (docs/decisions/0070).
 *
 * Keeps profiles from being merged or purged until the transaction is over: it waits for one that is, and answers those
 * that are still there. To be called before anything of theirs is locked, for that is how merging and purging do it.
 */
export async function holdProfiles(work: Database, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await work
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** The same for the one profile of a call. Throws 404 where it was merged or purged since the call was let in. */
export async function holdProfile(work: Database, id: string): Promise<void> {
  if ((await holdProfiles(work, [id])).length === 0) throw notFound();
}
