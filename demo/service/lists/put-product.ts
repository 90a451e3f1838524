import type { ProductDetails } from '../../../src/services/contract/lists.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Call, KnownCall } from '../api/route.ts';
import { invalid, notFound } from '../api/problem.ts';
import { isLoopback } from '../../../src/services/transport/loopback.ts';
import { itemViews, type ItemProduct } from './item-views.ts';
import { checkCapacity, findList } from './list-rows.ts';

export interface ProductOnList {
  readonly profileId: string;
  /** Id or handle. */
  readonly list: string;
  readonly productId: string | null;
  readonly quantity: number;
  /** The product as the page describes it, where the service accepts that (G61). */
  readonly described?: ProductDetails | null | undefined;
  /** Further fields of the item. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const MAX_QUANTITY = 9_999;

/** Adds a product to a list of a profile, unless the list has it. Throws 404 for the list, 422 for the product or a full list. */
export async function addProductToList(
  call: Pick<KnownCall, 'db' | 'shopOrigin' | 'settings'>,
  { profileId, list: named, productId, quantity, described, fields = {} }: ProductOnList,
) {
  const { db, shopOrigin, settings } = call;
  const list = await findList(db, profileId, named, 'editor');
  const product = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', productId ?? '')
    .executeTakeFirst();
  const isDescribed = !product && productId && described && settings?.acceptPageProducts;
  const fromPage = isDescribed ? pageProduct(call, described) : undefined;
  if (!product && !fromPage) throw invalid({ product_id: ['There is no such product.'] });
  const id = product?.id ?? String(productId);
  if (!(await hasProduct(db, list.id, id))) await checkCapacity(db, list);
  const added = await db
    .insertInto('list_items')
    .values({
      list_id: list.id,
      profile_id: list.profile_id,
      product_id: id,
      quantity: Math.min(quantity, MAX_QUANTITY),
      fields: JSON.stringify({ ...fields, ...(fromPage && { product: fromPage }) }),
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
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow());
  const [view] = await itemViews({ db, shopOrigin }, [item]);
  if (!view) throw notFound();
  return view;
}

async function hasProduct(db: Database, listId: number, productId: string): Promise<boolean> {
  const found = await db
    .selectFrom('list_items')
    .select('id')
    .where('list_id', '=', listId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A product as a customer's page describes it, for a product that is not in the catalogue: ASSUMPTION G61. It is stored with the item
 * and shown on that list only, until the shop imports the product. Its price is only shown: nothing is charged or earned by it.
 * Throws 422 for an address that is not of the shop.
 */
function pageProduct(
  { shopOrigin, settings }: Pick<Call, 'shopOrigin' | 'settings'>,
  { name, url, image_url, price, currency }: ProductDetails,
): Omit<ItemProduct, 'id' | 'handle'> {
  const origins = [...(settings?.shopOrigins ?? []), ...(settings?.pageOrigins ?? [])];
  const read = (address: string) =>
    URL.canParse(address, shopOrigin) ? new URL(address, shopOrigin) : undefined;
  const product = read(url);
  if (!product || !isSafe(product) || !origins.includes(product.origin))
    throw invalid({ 'product.url': [`The address has to be on the shop: ${origins.join(', ')}.`] });
  const image = image_url ? read(image_url) : undefined;
  if (image_url && !(image && isSafe(image)))
    throw invalid({ 'product.image_url': ['The address has to begin with https://.'] });
  if ((price ?? null) !== null && !currency)
    throw invalid({ 'product.currency': ['A price needs its currency.'] });
  return {
    name,
    url: product.href,
    image_url: image?.href ?? null,
    price: price ?? null,
    currency: currency ?? null,
  };
}

/** https without a user name; http only on loopback addresses. */
const isSafe = ({ protocol, hostname, username, password }: URL): boolean =>
  (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && !username && !password;
