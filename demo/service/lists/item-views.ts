import type { Database, Row } from '../platform/database/tables.ts';
import type { Call } from '../api/route.ts';
import { addressOnShop } from '../commerce/products.ts';
import { quantitiesOf, type Quantities } from './reserved-quantities.ts';
import { recordId, timestamp } from '../api/formats.ts';
import { isAvailable, variantsOf, type StoredVariant } from './variants.ts';

/** The fields of a product that an item shows. */
export type ItemProduct = Pick<
  Row<'products'>,
  'id' | 'name' | 'handle' | 'url' | 'image_url' | 'price' | 'currency'
> & { readonly fields?: Row<'products'>['fields'] };

/** Items with their products; null for a product that is no longer in the catalogue. */
export async function itemViews(
  { db, shopOrigin }: Pick<Call, 'db' | 'shopOrigin'>,
  items: readonly Row<'list_items'>[],
) {
  if (items.length === 0) return [];
  const products: ItemProduct[] = [
    ...(await db
      .selectFrom('products')
      .selectAll()
      .where('id', 'in', [...new Set(items.map((item) => item.product_id))])
      .execute()),
    ...(await customProducts(db, items)),
  ];
  const byId = new Map(products.map((product) => [product.id, product]));
  const quantities = await quantitiesOf(
    db,
    items.map(({ id }) => id),
  );
  const variantOf = await variantsOf(db, items);
  return items.map((item) => ({
    ...itemView(item, byId.get(item.product_id) ?? pageProductOf(item), quantities.get(item.id), shopOrigin),
    ...variantView(item, variantOf(item), shopOrigin),
  }));
}

function itemView(
  item: Row<'list_items'>,
  product: ItemProduct | undefined,
  { reserved, purchased }: Quantities = { reserved: 0, purchased: 0 },
  shopOrigin: string | undefined,
) {
  const { note, priority } = item.fields;
  return {
    id: item.id,
    list_id: item.list_id,
    product_id: item.product_id,
    quantity: item.quantity,
    quantity_reserved: reserved,
    quantity_purchased: purchased,
    note: typeof note === 'string' ? note : null,
    priority: typeof priority === 'string' ? priority : null,
    product: product ? productView(product, shopOrigin) : null,
    created_at: timestamp(item.created_at),
  };
}

/** What an item says about its variant. A variant that the shop has deleted keeps the name that it had when it was saved. */
function variantView(
  { variant_id: id, fields }: Row<'list_items'>,
  variant: StoredVariant | undefined,
  shopOrigin: string | undefined,
) {
  const saved = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  const name = variant ? (variant.name ?? id) : saved('variant_name');
  // Of a product whose variants the service does not know, what the page said.
  const isFromPage = id && !variant && fields['variant_from_page'] === true;
  return {
    variant_id: id || null,
    variant_name: id ? name : null,
    variant: variant
      ? {
          id,
          name: name ?? id,
          image_url: addressOnShop(variant.image_url ?? null, shopOrigin),
          price: variant.price ?? null,
          is_available: isAvailable(variant.stock),
        }
      : isFromPage
        ? { id, name: name ?? id, image_url: null, price: null, is_available: null }
        : null,
    price_when_saved: saved('price_when_saved'),
    currency_when_saved: saved('currency_when_saved'),
  };
}

function productView(
  { id, name, handle, url, image_url, price, currency, fields }: ItemProduct,
  shopOrigin: string | undefined,
) {
  return {
    id,
    name,
    handle,
    url: addressOnShop(url, shopOrigin),
    image_url: addressOnShop(image_url, shopOrigin),
    price,
    currency,
    is_available: isAvailable(fields?.['stock']),
  };
}

const CUSTOM_PREFIX = 'custom-product:';

/** The product id of an item whose product is a custom product, which is not in the catalogue. */
export const customProductId = (id: number | string): string => `${CUSTOM_PREFIX}${id}`;

async function customProducts(db: Database, items: readonly Row<'list_items'>[]): Promise<ItemProduct[]> {
  const ids = items.flatMap(({ product_id: id }) =>
    id.startsWith(CUSTOM_PREFIX) ? (recordId(id.slice(CUSTOM_PREFIX.length)) ?? []) : [],
  );
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .select(['id', 'fields'])
    .where('resource', '=', 'custom-product')
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, fields }) => {
    const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
    return {
      id: customProductId(id),
      handle: customProductId(id),
      name: text('name') ?? '',
      url: text('url'),
      image_url: text('image_url'),
      price: text('price'),
      currency: text('currency'),
    };
  });
}

/** The product as the customer's page described it when the item was added; `undefined` for an item of the catalogue. */
function pageProductOf({ product_id, fields }: Row<'list_items'>): ItemProduct | undefined {
  // `addProductToList` stored it.
  const stored = fields['product'] as Omit<ItemProduct, 'id' | 'handle'> | undefined;
  return stored && { ...stored, id: product_id, handle: product_id };
}
