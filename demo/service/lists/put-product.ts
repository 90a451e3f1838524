import { addListItem, type ProductDetails } from '../../../src/services/contract/lists.ts';
import type { Database, Row } from '../database/tables.ts';
import type { Call, KnownCall } from '../api/route.ts';
import { invalid, notFound } from '../api/problem.ts';
import { isLoopback } from '../../../src/services/transport/loopback.ts';
import { publishedProducts } from '../commerce/products.ts';
import { isCustom, ownCustomProduct } from './custom-products.ts';
import type { ItemProduct } from './item-product.ts';
import { itemViews } from './item-views.ts';
import { checkMoney } from '../programme/check-money.ts';
import { checkCapacity, findList } from './list-rows.ts';
import { hasVariants, variantsOf, type StoredVariant } from './variants.ts';

export interface ProductOnList {
  readonly profileId: string;
  /** Id or handle. */
  readonly list: string;
  readonly productId: string | null;
  /** The shop's id of the variant; without one the product as a whole. */
  readonly variantId?: string | null | undefined;
  readonly quantity: number;
  /** The product as the page describes it, where the service accepts that. */
  readonly described?: ProductDetails | null | undefined;
  /** Further fields of the item. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

const MAX_QUANTITY = 9_999;

/** Adds a product to a list of a profile, unless the list has it. Throws 404 for the list, 422 for the product or a full list. */
export async function addProductToList(
  call: Pick<KnownCall, 'db' | 'shopOrigin' | 'settings'>,
  { profileId, list: named, productId, variantId, quantity, described, fields = {} }: ProductOnList,
) {
  const { db, shopOrigin, settings } = call;
  const list = await findList(db, profileId, named, 'editor');
  const id = productId ?? '';
  const catalogued = await publishedProducts(db).where('id', '=', id).executeTakeFirst();
  const custom = await ownCustomProduct(db, id, [list.profile_id, profileId]);
  const product = catalogued ?? custom;
  const isDescribed = !product && id && !isCustom(id) && described && settings?.acceptPageProducts;
  const fromPage = isDescribed ? await pageProduct(call, described) : undefined;
  // Of an editor: the list shows only custom products of its owner.
  const stored =
    fromPage ?? (custom && custom.profileId !== list.profile_id ? descriptionOf(custom) : undefined);
  if (!product && !fromPage) throw invalid({ product_id: ['There is no such product.'] });
  const key = { list_id: list.id, product_id: id, variant_id: variantId ?? '' };
  const variant = await findVariant(call, key, catalogued, described);
  if (!(await findItem(db, key))) await checkCapacity(db, list);
  const price = variant?.price ?? (product ?? fromPage)?.price;
  const added = await db
    .insertInto('list_items')
    .values({
      ...key,
      profile_id: list.profile_id,
      quantity: Math.min(quantity, MAX_QUANTITY),
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
  const item = added ?? (await findItem(db, key));
  if (!item) throw notFound();
  const [view] = await itemViews({ db, shopOrigin }, [item]);
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

const findItem = (db: Database, key: ItemKey): Promise<Row<'list_items'> | undefined> =>
  db
    .selectFrom('list_items')
    .selectAll()
    .where('list_id', '=', key.list_id)
    .where('product_id', '=', key.product_id)
    .where('variant_id', '=', key.variant_id)
    .executeTakeFirst();

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
