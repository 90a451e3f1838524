import type { Database, Row } from '../platform/database/tables.ts';
import { notFound } from '../api/problem.ts';
import { recordId } from '../api/views.ts';
import { hasClaimed } from './claims.ts';

/**
 * A list of a profile by its id or its handle (G12). Where a handle looks like an id, the id wins. For an `editor` also a
 * list of another profile, by its id, whose share for editors the profile claimed. Throws 404.
 */
export async function findList(
  db: Database,
  profileId: string,
  idOrHandle: string,
  as: 'owner' | 'editor' = 'owner',
): Promise<Row<'lists'>> {
  const id = recordId(idOrHandle) ?? 0;
  const list = await db
    .selectFrom('lists')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where((where) => where.or([where('id', '=', id), where('handle', '=', idOrHandle)]))
    .orderBy((order) => order('id', '=', id), 'desc')
    .executeTakeFirst();
  if (list) return list;
  if (as === 'editor' && (await hasClaimed(db, { listId: id, profileId, role: 'editor' }))) {
    const shared = await db.selectFrom('lists').selectAll().where('id', '=', id).executeTakeFirst();
    if (shared) return shared;
  }
  throw notFound();
}
