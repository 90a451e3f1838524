import type { Database, Row } from '../database/tables.ts';
import { notFound } from '../http/problem.ts';
import { recordId } from '../views.ts';

/** A list of a profile by its id or its handle (G12). Where a handle looks like an id, the id wins. */
export async function findList(db: Database, profileId: string, idOrHandle: string): Promise<Row<'lists'>> {
  const id = recordId(idOrHandle) ?? 0;
  const list = await db
    .selectFrom('lists')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where((where) => where.or([where('id', '=', id), where('handle', '=', idOrHandle)]))
    .orderBy((order) => order('id', '=', id), 'desc')
    .executeTakeFirst();
  if (!list) throw notFound();
  return list;
}
