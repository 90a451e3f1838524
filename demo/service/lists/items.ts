import type { Database, Row } from '../database/tables.ts';
import { timestamp } from '../views.ts';

/** Items with the products the shop has for them: null for a product it no longer sells. */
export async function itemViews(db: Database, items: readonly Row<'list_items'>[]) {
  if (items.length === 0) return [];
  const products = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', [...new Set(items.map((item) => item.product_id))])
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  return items.map((item) => itemView(item, byId.get(item.product_id)));
}

export function itemView(item: Row<'list_items'>, product: Row<'products'> | undefined) {
  return {
    id: item.id,
    list_id: item.list_id,
    product_id: item.product_id,
    quantity: item.quantity,
    product: product ? productView(product) : null,
    created_at: timestamp(item.created_at),
    updated_at: timestamp(item.updated_at),
  };
}

function productView({ id, name, handle, url, image_url, price, currency }: Row<'products'>) {
  return { id, name, handle, url, image_url, price, currency };
}
