import { recordId } from '../api/formats.ts';
import { sql } from 'kysely';
import { listDefinitionShape, listShape, type List } from '../../../src/services/contract/lists.ts';
import type { Database, Row } from '../database/tables.ts';
import { invalid, notFound } from '../api/problem.ts';
import type { ViewContext } from '../crud/resource.ts';
import { rowsWithin } from '../crud/store.ts';
import { viewOfRow, viewsOf } from '../crud/views.ts';
import { withDelivery } from './delivery-address.ts';
import { firstNames, sharesOfEditor } from './editors.ts';
import { hasClaimed } from './share-claims.ts';
import { fromRow, tableOf, type AnyRecord } from '../crud/tables.ts';

/**
 * A list of a profile by its id or its handle; an id has precedence over a handle that looks like it. As `editor`, also a list of
 * another profile, by its id, of which the profile claimed a share for editors. Throws 404.
 */
export async function findList(...named: Parameters<typeof findListIfAny>): Promise<Row<'lists'>> {
  const list = await findListIfAny(...named);
  if (!list) throw notFound();
  return list;
}

/** The same, or undefined instead of the 404. */
export async function findListIfAny(
  db: Database,
  profileId: string,
  idOrHandle: string,
  as: 'owner' | 'editor' = 'owner',
): Promise<Row<'lists'> | undefined> {
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
    return await db.selectFrom('lists').selectAll().where('id', '=', id).executeTakeFirst();
  }
  return undefined;
}

/** What every view of a list has. */
export const listViewable = { shape: listShape, withRelated: withDelivery };

/** A row of `lists` as a record. */
export const listView = (viewing: ViewContext, list: Row<'lists'>): Promise<List> =>
  viewOfRow(listViewable, viewing, { ...list });

/**
 * The lists of a profile as records. One of another profile, which it edits, has its id for its handle: the handle may be that of a list of
 * the profile itself.
 */
export async function listsOfProfile(
  viewing: ViewContext,
  profileId: string,
  lists: readonly Row<'lists'>[],
): Promise<List[]> {
  const others = lists.filter(({ profile_id: owner }) => owner !== profileId);
  const [names, shares] = await Promise.all([
    firstNames(
      viewing.db,
      others.map(({ profile_id: owner }) => owner),
    ),
    sharesOfEditor(
      viewing.db,
      profileId,
      others.map(({ id }) => id),
    ),
  ]);
  const isOwn = (list: AnyRecord) => list['profile_id'] === profileId;
  return viewsOf(
    {
      ...listViewable,
      computed: {
        handle: ({ id, handle, profile_id: owner }) => (owner === profileId ? handle : String(id)),
        profile_id: ({ profile_id: owner }) =>
          owner === profileId || viewing.principal.kind === 'machine' ? owner : null,
        owner_name: (list) => (isOwn(list) ? null : (names.get(String(list['profile_id'])) ?? null)),
        share_id: (list) => (isOwn(list) ? null : (shares.get(Number(list.id)) ?? null)),
      },
    },
    viewing,
    lists,
  );
}

/** The definition that a list names, or else the first one of its type; undefined for neither. */
export async function definitionOf(db: Database, { fields: { list_definition_id: id }, type }: Row<'lists'>) {
  const rows = rowsWithin(db, tableOf('list-definition', listDefinitionShape), {});
  const row = await (
    typeof id === 'number'
      ? rows.where('id', '=', id)
      : rows.where(sql<boolean>`fields @> jsonb_build_object('type', ${type}::text)`).orderBy('id')
  ).executeTakeFirst();
  return row && fromRow(row);
}

/** Throws 422 for a list with as many items as its definition allows. Locks the list, so that others who add an item wait. */
export async function checkCapacity(work: Database, list: Row<'lists'>): Promise<void> {
  const max = (await definitionOf(work, list))?.max_items;
  if (typeof max !== 'number') return;
  await work.selectFrom('lists').select('id').where('id', '=', list.id).forUpdate().execute();
  const { items } = await work
    .selectFrom('list_items')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('list_id', '=', list.id)
    .executeTakeFirstOrThrow();
  if (items >= max) throw invalid({ product_id: [`This list holds at most ${max} items.`] });
}
