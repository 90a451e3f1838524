import { sql } from 'kysely';
import { addListItem, listItemShape, type ProductDetails } from '../../../src/services/contract/lists.ts';
import type { Database, Row } from '../database/tables.ts';
import type { Call, KnownCall } from '../api/route.ts';
import { invalid, notFound } from '../api/problem.ts';
import { isLoopback } from '../../../src/services/transport/loopback.ts';
import { isPublished } from '../commerce/products.ts';
import { editRecord } from '../crud/store.ts';
import { tableOf, type Values } from '../crud/tables.ts';
import { askForAlerts } from './alerts.ts';
import { setChipIn } from './chip-in.ts';
import { isCustom, ownCustomProduct } from './custom-products.ts';
import type { ItemProduct } from './item-product.ts';
import { itemViews } from './item-views.ts';
import { checkMoney } from '../programme/check-money.ts';
import { checkCapacity, findList } from './list-rows.ts';
import { checkWanted, lockItem } from './reserved-quantities.ts';
import { hasVariants, variantsOf, type StoredVariant } from './variants.ts';

export interface ProductOnList {
  readonly profileId: string;
  /** Id or handle. */
  readonly list: string;
  readonly productId: string | null;
  /** The shop's id of the variant; without one the product as a whole. */
  readonly variantId?: string | null | undefined;
  /** As the request says: an item that the list has already gets it too. */
  readonly quantity?: number | null | undefined;
  /** Pieces of a new item, where the request says no quantity. */
  readonly pieces?: number;
  /** The product as the page describes it, where the service accepts that. */
  readonly described?: ProductDetails | null | undefined;
  /** Further fields of the item. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const MAX_QUANTITY = 9_999;

/**
 * Adds a product to a list of a profile; an item that the list has already gets the quantity, note and priority that the request says. Throws
 * 404 for the list, 422 for the product or a full list.
 */
export async function addProductToList(
  call: Pick<KnownCall, 'db' | 'principal' | 'shopOrigin' | 'settings'>,
  {
    profileId,
    list: named,
    productId,
    variantId,
    quantity,
    pieces = 1,
    described,
    fields: { alerts, chip_in: chipIn, ...fields } = {},
  }: ProductOnList,
) {
  const { db, settings } = call;
  const list = await findList(db, profileId, named, 'editor');
  const id = productId ?? '';
  const catalogued = await db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst();
  // Whatever a page says of it: the shop does not sell it.
  if (catalogued && !isPublished(catalogued)) throw noSuchProduct();
  const custom = await ownCustomProduct(db, id, [list.profile_id, profileId]);
  const product = catalogued ?? custom;
  const isDescribed = !product && id && !isCustom(id) && described && settings?.acceptPageProducts;
  const fromPage = isDescribed ? await pageProduct(call, described) : undefined;
  // Of an editor: the list shows only custom products of its owner.
  const stored =
    fromPage ?? (custom && custom.profileId !== list.profile_id ? descriptionOf(custom) : undefined);
  if (!product && !fromPage) throw noSuchProduct();
  const key = { list_id: list.id, product_id: id, variant_id: variantId ?? '' };
  const variant = await findVariant(call, key, catalogued, described);
  const names = await lockedNames(db, key, variant);
  const before = await findItem(db, key, names);
  if (!before) await checkCapacity(db, list);
  const price = variant?.price ?? (product ?? fromPage)?.price;
  const added = before
    ? undefined
    : await db
        .insertInto('list_items')
        .values({
          ...key,
          profile_id: list.profile_id,
          added_by_profile_id: profileId,
          quantity: Math.min(quantity ?? pieces, MAX_QUANTITY),
          fields: JSON.stringify({
            ...fields,
            ...(stored && { product: stored }),
            ...(variant && { variant_name: variant.name }),
            ...(key.variant_id && !variant && { variant_from_page: true }),
            ...(price && {
              price_when_saved: price,
              currency_when_saved: (product ?? fromPage)?.currency ?? null,
            }),
          }),
        })
        .onConflict((conflict) => conflict.columns(['list_id', 'product_id', 'variant_id']).doNothing())
        .returningAll()
        .executeTakeFirst();
  const item = added ?? before ?? (await findItem(db, key, names));
  if (!item) throw notFound();
  if (!added) await changeItem(db, item.id, { ...fields, quantity });
  await askForAlerts(call, item.id, alerts);
  await setChipIn(call, item.id, chipIn);
  const [view] = await itemViews(call, [(await findItem(db, key, names)) ?? item]);
  if (!view) throw notFound();
  return view;
}

const descriptionOf = ({ name, url, image_url, price, currency }: ItemProduct) => ({
  name,
  url,
  image_url,
  price,
  currency,
});

type ItemKey = Pick<Row<'list_items'>, 'list_id' | 'product_id' | 'variant_id'>;

const noSuchProduct = () => invalid({ product_id: ['There is no such product.'] });

/** The item of a list with the product, and one of the names of its variant. */
const findItem = (
  db: Database,
  key: ItemKey,
  names: readonly string[],
): Promise<Row<'list_items'> | undefined> =>
  db
    .selectFrom('list_items')
    .selectAll()
    .where('list_id', '=', key.list_id)
    .where('product_id', '=', key.product_id)
    .where('variant_id', 'in', names)
    .orderBy('id')
    .executeTakeFirst();

/**
 * The names under which the list may have the variant: a page that says the external id and one that says the SKU mean one item. Where there
 * are two, others who add the variant wait, because the item of the other name is no conflict for the database.
 */
async function lockedNames(
  db: Database,
  { list_id, variant_id }: ItemKey,
  variant: StoredVariant | undefined,
): Promise<readonly string[]> {
  const { external_id: externalId, sku } = variant ?? {};
  if (!variant || !externalId || !sku || externalId === sku) return [variant_id];
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list ${list_id} variant ${variant.id}`}, 0))`.execute(
    db,
  );
  return [externalId, sku];
}

/** Fields of an item that can be changed. */
const EDITABLE = Object.keys(listItemShape.edit.entries);

/** Changes what a request to add says of an item that the list has. Throws 422 for fewer pieces than are reserved. */
async function changeItem(db: Database, id: number, sent: Readonly<Values>): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) =>
        EDITABLE.includes(name) && value !== undefined && (name !== 'quantity' || value !== null),
    ),
  );
  if (Object.keys(values).length === 0) return;
  await lockItem(db, id);
  if (typeof values['quantity'] === 'number') await checkWanted(db, id, values['quantity']);
  await editRecord(db, tableOf('list-item'), id, values);
}

/**
 * The variant that a customer saves; `undefined` for the product as a whole, and where the page alone knows the variants of the product:
 * ASSUMPTION. Throws 422 for a variant of another product, and for one that the service does not know while it knows others.
 */
async function findVariant(
  { db, settings }: Pick<Call, 'db' | 'settings'>,
  key: ItemKey,
  catalogued: Row<'products'> | undefined,
  described: ProductDetails | null | undefined,
): Promise<StoredVariant | undefined> {
  if (!key.variant_id) return undefined;
  const variant = catalogued && (await variantsOf(db, [key]))(key);
  if (variant) return variant;
  const isKnown = catalogued && (await hasVariants(db, key.product_id));
  const isDescribed = described && settings?.acceptPageProducts && !isKnown;
  if (!isDescribed) throw invalid({ variant_id: ['This product has no such variant.'] });
  return undefined;
}

/**
 * A product as a customer's page describes it, for a product that is not in the catalogue: ASSUMPTION. It is stored with the item
 * and shown on that list only, until the shop imports the product. Its price is only shown: nothing is charged or earned by it.
 * Throws 422 for an address that is not of the shop.
 */
async function pageProduct(
  { db, shopOrigin, settings }: Pick<Call, 'db' | 'shopOrigin' | 'settings'>,
  described: ProductDetails,
): Promise<Omit<ItemProduct, 'id' | 'handle'>> {
  const { name, url, image_url, price, currency } = described;
  const origins = [...(settings?.shopOrigins ?? []), ...(settings?.pageOrigins ?? [])];
  const read = (address: string) =>
    URL.canParse(address, shopOrigin) ? new URL(address, shopOrigin) : undefined;
  const product = read(url);
  if (!product || !isSafe(product) || !origins.includes(product.origin))
    throw invalid({ 'product.url': [`The address has to be on the shop: ${origins.join(', ')}.`] });
  const image = image_url ? read(image_url) : undefined;
  // Givers' browsers load it: any other address would learn theirs, or be one of their own network.
  const pictures = [...origins, ...(settings?.pictureOrigins ?? [])];
  if (image_url && !(image && isSafe(image) && pictures.includes(image.origin)))
    throw invalid({ 'product.image_url': [`The picture has to be on the shop: ${pictures.join(', ')}.`] });
  if ((price ?? null) !== null && !currency)
    throw invalid({ 'product.currency': ['A price needs its currency.'] });
  await checkMoney(db, addListItem, { product: described }, async () => currency);
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
