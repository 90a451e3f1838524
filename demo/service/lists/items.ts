import {
  addListItem,
  addProfileListCustomProduct,
  editProfileListItem,
  listItems,
  readProfileListItem,
  removeListItem,
} from '../../../src/services/contract/endpoints/index.ts';
import { WISHLIST } from '../../../src/services/transport/page-parts.ts';
import { listItemShape } from '../../../src/services/contract/lists.ts';
import { customProductShape } from '../../../src/services/contract/commerce/products.ts';
import type { Row } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { browse } from '../api/paging.ts';
import { notFound } from '../api/problem.ts';
import { route, toCustomers, type ProfileCall, type Route } from '../api/route.ts';
import { writable } from '../crud/fields.ts';
import { addRecord, editRecord, removeParts } from '../crud/store.ts';
import { askForAlerts } from './alerts.ts';
import { setChipIn } from './chip-in.ts';
import { customProductId } from './custom-products.ts';
import { itemViews } from './item-views.ts';
import { checkMoney } from '../programme/check-money.ts';
import { checkCapacity, findList, findListIfAny } from './list-rows.ts';
import { addProductToList } from './put-product.ts';
import { cancelReservations } from './reservations.ts';
import { checkWanted, confirmReserved } from './reserved-quantities.ts';
import { tableOf } from '../crud/tables.ts';
import { recordId } from '../api/formats.ts';

/** Items of a profile's lists. */
export const listItemRoutes: readonly Route[] = [
  route(listItems, async (call) => {
    const { db, profileId, path } = call;
    const list = await findListIfAny(db, profileId, path.list, 'editor');
    // A wishlist is made when something is saved, and pages ask for it before that: a browser writes each 404 to the console as an error.
    if (!list && path.list !== WISHLIST) throw notFound();
    const items = call.db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', list?.id ?? 0)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
    return await browse(call, items, (rows) => itemViews(call, rows, { isBelowProfile: true }));
  }),

  toCustomers(
    route(addListItem, async (call) => {
      const { profileId, path, principal } = call;
      const {
        product_id: productId,
        variant_id: variantId,
        quantity,
        product: described,
        ...more
      } = call.body;
      const fields = writable(listItemShape, more, principal);
      const item = {
        profileId,
        list: path.list,
        productId,
        variantId,
        quantity,
        described,
        fields,
      };
      return { data: await addProductToList(call, item) };
    }),
  ),

  // A product that is not in the catalogue is stored as a custom product, with an item like any other.
  route(addProfileListCustomProduct, async (call) => {
    const { db, profileId, path, body, principal } = call;
    const list = await findList(db, profileId, path.handle);
    await checkCapacity(db, list);
    await checkMoney(db, customProductShape.add, body, async () => body.currency);
    const values = { ...writable(customProductShape, body, principal), profile_id: profileId };
    const product = await addRecord(db, tableOf('custom-product'), values);
    const item = await db
      .insertInto('list_items')
      .values({
        list_id: list.id,
        profile_id: profileId,
        added_by_profile_id: profileId,
        product_id: customProductId(product.id),
        quantity: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return itemReply(call, item);
  }),

  route(readProfileListItem, async (call) => itemReply(call, await findItem(call, call.path))),

  toCustomers(
    route(editProfileListItem, async (call) => {
      const { db, body, principal } = call;
      const item = await findItem(call, call.path, 'lock');
      const { quantity, alerts, chip_in: chipIn, ...values } = writable(listItemShape, body, principal);
      if (typeof quantity === 'number') await checkWanted(db, item.id, quantity);
      await editRecord(db, tableOf('list-item'), item.id, {
        ...values,
        ...(typeof quantity === 'number' && { quantity }),
      });
      await askForAlerts(call, item.id, alerts);
      await setChipIn(call, item.id, chipIn);
      return itemReply(call, await findItem(call, call.path));
    }),
  ),

  toCustomers(
    route(removeListItem, async (call) => {
      const { db, profileId, path, url } = call;
      const { id, list_id, product_id, variant_id } = await findItem(call, path, 'lock');
      await confirmReserved(db, url, 'item', { itemId: id });
      await publish(db, {
        trigger: 'list-item.removed',
        namespace: 'loyalty',
        profileId,
        payload: { id, list_id, product_id, variant_id: variant_id || null },
      });
      await cancelReservations(db, { itemId: id });
      await removeParts(db, `list-item:${id}`);
      await db.deleteFrom('list_items').where('id', '=', id).execute();
      return undefined;
    }),
  ),
];

interface ItemPath {
  readonly list: string;
  readonly item: string;
}

/** Throws 404 for an item of another list or another profile. */
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
  const [data] = await itemViews(call, [item], { isBelowProfile: true });
  if (!data) throw notFound();
  return { data };
}
