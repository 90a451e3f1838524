import {
  addProfileListCustomProduct,
  editProfileListItem,
  readProfileListItem,
  searchProductLists,
} from '../../../src/services/contract/endpoints/index.ts';
import { listItemShape, listShape, type List } from '../../../src/services/contract/shapes/list.ts';
import { customProductShape } from '../../../src/services/contract/shapes/records/products.ts';
import type { Row } from '../platform/database/tables.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { customProductId } from './custom-products.ts';
import { checkRoom } from './definition.ts';
import { findList } from './find-list.ts';
import { itemViews } from './items.ts';
import { checkWanted } from './quantities.ts';
import { attributesOf, writable } from '../crud/fields.ts';
import { addRecord, editRecord, rowsWithin } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';
import { recordId } from '../api/views.ts';

const listTable = tableOf('list');
const listAttributes = attributesOf(listShape, listTable);

/** Items one by one, products of one's own, and the lists of everybody. */
export const listItemRoutes: readonly Route[] = [
  route(readProfileListItem, async (call) => itemReply(call, await findItem(call, call.path))),

  toCustomers(
    route(editProfileListItem, async (call) => {
      const { db, body, principal } = call;
      const item = await findItem(call, call.path, 'lock');
      const { quantity, ...values } = writable(listItemShape, body, principal);
      if (typeof quantity === 'number') await checkWanted(db, item.id, quantity);
      await editRecord(db, tableOf('list-item'), item.id, {
        ...values,
        ...(typeof quantity === 'number' && { quantity }),
      });
      return itemReply(call, await findItem(call, call.path));
    }),
  ),

  // A product that is in nobody's catalogue becomes a record of its own, and an item like any other.
  route(addProfileListCustomProduct, async (call) => {
    const { db, profileId, path, body, principal } = call;
    const list = await findList(db, profileId, path.handle);
    await checkRoom(db, list);
    const values = { ...writable(customProductShape, body, principal), profile_id: profileId };
    const product = await addRecord(db, tableOf('custom-product'), values);
    const item = await db
      .insertInto('list_items')
      .values({
        list_id: list.id,
        profile_id: profileId,
        product_id: customProductId(product.id),
        quantity: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return itemReply(call, item);
  }),

  route(searchProductLists, (call) =>
    browse(
      call,
      rowsWithin(call.db, listTable, {}),
      (rows): Promise<List[]> => viewsOf({ shape: listShape }, call, rows),
      { attributes: listAttributes },
    ),
  ),
];

interface ItemPath {
  readonly list: string;
  readonly item: string;
}

/** Throws 404 for an item of another list, and of another profile's. */
async function findItem(
  { db, profileId }: ProfileCall,
  path: ItemPath,
  lock?: 'lock',
): Promise<Row<'list_items'>> {
  const list = await findList(db, profileId, path.list, 'editor');
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', recordId(path.item) ?? 0)
    .where('list_id', '=', list.id)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!item) throw notFound();
  return item;
}

async function itemReply(call: ProfileCall, item: Row<'list_items'>) {
  const [data] = await itemViews(call, [item]);
  if (!data) throw notFound();
  return { data };
}
