import { addList, addListItem, listItems, removeListItem } from '../../../src/services/endpoints/index.ts';
import { raise } from '../events/raise.ts';
import { listItemShape, listShape } from '../../../src/services/shapes/list.ts';
import { browse } from '../http/paging.ts';
import { notFound, Problem } from '../http/problem.ts';
import { route, toCustomers, type Route } from '../http/route.ts';
import { findList } from '../lists/find-list.ts';
import { itemViews } from '../lists/items.ts';
import { putOnList } from '../lists/put-product.ts';
import { listView } from '../lists/views.ts';
import { writable } from '../records/fields.ts';
import { checkReferences } from '../records/references.ts';
import { removeParts } from '../records/store.ts';
import { recordId } from '../views.ts';

export const listRoutes: readonly Route[] = [
  toCustomers(
    route(addList, async (call) => {
      const { db, profileId, principal, body } = call;
      const { type, handle, name, ...more } = body;
      const fields = writable(listShape, more, principal);
      await checkReferences(db, 'list', fields);
      const added = await db
        .insertInto('lists')
        .values({ profile_id: profileId, type, handle, name, fields: JSON.stringify(fields) })
        .onConflict((conflict) => conflict.columns(['profile_id', 'handle']).doNothing())
        .returningAll()
        .executeTakeFirst();
      const list = added ?? (await findList(db, profileId, handle));
      // Two tabs may add the same wishlist: the same content answers what is stored, other content is a conflict (G54).
      if (list.type !== type || list.name !== name) {
        throw new Problem(409, 'There is another list with this handle.');
      }
      return { data: await listView(call, list) };
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
    route(addListItem, async (call) => {
      const { profileId, path, principal } = call;
      const { product_id: productId, quantity, ...more } = call.body;
      const fields = writable(listItemShape, more, principal);
      const item = { profileId, list: path.list, productId, quantity: quantity ?? 1, fields };
      return { data: await putOnList(call, item) };
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
      await removeParts(db, `list-item:${removed.id}`);
      return undefined;
    }),
  ),
];
