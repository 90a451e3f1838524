import type { Database, Row } from '../platform/database/tables.ts';
import { recordId } from '../api/views.ts';

const PREFIX = 'custom-product:';

/** What an item shows of its product. */
export type ItemProduct = Pick<
  Row<'products'>,
  'id' | 'name' | 'handle' | 'url' | 'image_url' | 'price' | 'currency'
>;

/** The product id of an item whose product is in nobody's catalogue. */
export const customProductId = (id: number | string): string => `${PREFIX}${id}`;

/** Such products of items, as items show products. */
export async function customProducts(
  db: Database,
  items: readonly Row<'list_items'>[],
): Promise<ItemProduct[]> {
  const ids = items.flatMap(({ product_id: id }) =>
    id.startsWith(PREFIX) ? (recordId(id.slice(PREFIX.length)) ?? []) : [],
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
      ...{ id: customProductId(id), handle: customProductId(id), name: text('name') ?? '' },
      ...{ url: text('url'), image_url: text('image_url'), price: text('price'), currency: text('currency') },
    };
  });
}
