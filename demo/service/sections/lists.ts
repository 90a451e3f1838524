import { addList, addListItem, listItems, removeListItem } from '../../../src/services/endpoints/index.ts';
import type { Row } from '../database/tables.ts';
import { raise } from '../events/raise.ts';
import { browse } from '../http/paging.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import { route, toCustomers, type Route } from '../http/route.ts';
import { findList } from '../lists/find-list.ts';
import { itemView, itemViews } from '../lists/items.ts';
import { recordId, timestamp } from '../views.ts';

export const listRoutes: readonly Route[] = [
  toCustomers(
    route(addList, async ({ db, profileId, body }) => {
      const { type, handle, name } = body;
      const added = await db
        .insertInto('lists')
        .values({ profile_id: profileId, type, handle, name })
        .onConflict((conflict) => conflict.columns(['profile_id', 'handle']).doNothing())
        .returningAll()
        .executeTakeFirst();
      const list = added ?? (await findList(db, profileId, handle));
      // Two tabs may add the same wishlist: the same content answers what is stored, other content is a conflict (G54).
      if (list.type !== type || list.name !== name) {
        throw new Problem(409, 'There is another list with this handle.');
      }
      return { data: listView(list) };
    }),
  ),

  route(listItems, async (call) => {
    const list = await findList(call.db, call.profileId, call.path.list);
    const items = call.db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', list.id)
      .where('profile_id', '=', call.profileId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
    return await browse(call, items, (rows) => itemViews(call, rows));
  }),

  toCustomers(
    route(addListItem, async ({ db, profileId, path, body, shopOrigin }) => {
      const list = await findList(db, profileId, path.list);
      const product = await db
        .selectFrom('products')
        .selectAll()
        .where('id', '=', body.product_id)
        .executeTakeFirst();
      if (!product) throw invalid({ product_id: ['There is no such product.'] });
      const added = await db
        .insertInto('list_items')
        .values({
          list_id: list.id,
          profile_id: profileId,
          product_id: product.id,
          quantity: body.quantity ?? 1,
        })
        .onConflict((conflict) => conflict.columns(['list_id', 'product_id']).doNothing())
        .returningAll()
        .executeTakeFirst();
      const item =
        added ??
        (await db
          .selectFrom('list_items')
          .selectAll()
          .where('list_id', '=', list.id)
          .where('profile_id', '=', profileId)
          .where('product_id', '=', product.id)
          .executeTakeFirstOrThrow());
      return { data: itemView(item, product, shopOrigin) };
    }),
  ),

  toCustomers(
    route(removeListItem, async ({ db, profileId, path }) => {
      const list = await findList(db, profileId, path.list);
      const removed = await db
        .deleteFrom('list_items')
        .where('id', '=', recordId(path.item) ?? 0)
        .where('list_id', '=', list.id)
        .where('profile_id', '=', profileId)
        .returning(['id', 'list_id', 'product_id'])
        .executeTakeFirst();
      if (!removed) throw notFound();
      await raise(db, { trigger: 'list-item.removed', namespace: 'loyalty', profileId, payload: removed });
      return undefined;
    }),
  ),
];

function listView(list: Row<'lists'>) {
  const { id, profile_id, type, handle, name } = list;
  return {
    ...{ id, profile_id, type, handle, name },
    created_at: timestamp(list.created_at),
    updated_at: timestamp(list.updated_at),
  };
}
