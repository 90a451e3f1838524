import {
  addList,
  addListItem,
  listItems,
  removeListItem,
} from '../../../src/services/contract/endpoints/index.ts';
import { raise } from '../platform/events/raise.ts';
import { listItemShape, listShape } from '../../../src/services/contract/shapes/list.ts';
import { browse } from '../api/paging.ts';
import { notFound, Problem } from '../api/problem.ts';
import { route, toCustomers, type Route } from '../api/route.ts';
import { findList } from './find-list.ts';
import { itemViews } from './items.ts';
import { putOnList } from './put-product.ts';
import { confirmReserved } from './quantities.ts';
import { cancelReservations } from './reservation-events.ts';
import { listView } from './views.ts';
import { writable } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import { removeParts } from '../crud/store.ts';
import { recordId } from '../api/views.ts';

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
    const list = await findList(call.db, call.profileId, call.path.list, 'editor');
    const items = call.db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', list.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
    return await browse(call, items, (rows) => itemViews(call, rows));
  }),

  toCustomers(
    route(addListItem, async (call) => {
      const { profileId, path, principal } = call;
      const { product_id: productId, quantity, product: described, ...more } = call.body;
      const fields = writable(listItemShape, more, principal);
      const item = { profileId, list: path.list, productId, quantity: quantity ?? 1, described, fields };
      return { data: await putOnList(call, item) };
    }),
  ),

  toCustomers(
    route(removeListItem, async ({ db, profileId, path, url }) => {
      const list = await findList(db, profileId, path.list, 'editor');
      const item = await db
        .selectFrom('list_items')
        .select(['id', 'list_id', 'product_id'])
        .where('id', '=', recordId(path.item) ?? 0)
        .where('list_id', '=', list.id)
        .forUpdate()
        .executeTakeFirst();
      if (!item) throw notFound();
      await confirmReserved(db, url, 'item', { itemId: item.id });
      await raise(db, { trigger: 'list-item.removed', namespace: 'loyalty', profileId, payload: item });
      await cancelReservations(db, { itemId: item.id });
      await removeParts(db, `list-item:${item.id}`);
      await db.deleteFrom('list_items').where('id', '=', item.id).execute();
      return undefined;
    }),
  ),
];
