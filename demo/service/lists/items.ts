import type { Row } from '../platform/database/tables.ts';
import { customProducts, type ItemProduct } from './custom-products.ts';
import type { Call } from '../api/route.ts';
import { keptProduct } from './page-product.ts';
import { timestamp } from '../api/views.ts';
import { quantitiesOf, type Quantities } from './quantities.ts';

/** Items with the products the shop has for them: null for a product it no longer sells. */
export async function itemViews(
  { db, shopOrigin }: Pick<Call, 'db' | 'shopOrigin'>,
  items: readonly Row<'list_items'>[],
) {
  if (items.length === 0) return [];
  const products = [
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
  return items.map((item) =>
    itemView(item, byId.get(item.product_id) ?? keptProduct(item), quantities.get(item.id), shopOrigin),
  );
}

function itemView(
  item: Row<'list_items'>,
  product: ItemProduct | undefined,
  { reserved, purchased }: Quantities = { reserved: 0, purchased: 0 },
  shopOrigin: string | undefined,
) {
  return {
    id: item.id,
    list_id: item.list_id,
    product_id: item.product_id,
    quantity: item.quantity,
    quantity_reserved: reserved,
    quantity_purchased: purchased,
    note: (item.fields['note'] ?? null) as string | null,
    product: product ? productView(product, shopOrigin) : null,
    created_at: timestamp(item.created_at),
  };
}

function productView(product: ItemProduct, shopOrigin: string | undefined) {
  const { id, name, handle, url, image_url, price, currency } = product;
  const address = (path: string | null) =>
    path !== null && shopOrigin !== undefined ? new URL(path, shopOrigin).href : path;
  return { id, name, handle, url: address(url), image_url: address(image_url), price, currency };
}
