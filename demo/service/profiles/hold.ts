import type { Database } from '../database/tables.ts';

/**
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
