import type { Database, Row } from '../database/tables.ts';
import { recordId } from '../api/formats.ts';
import type { ItemProduct } from './item-product.ts';

const PREFIX = 'custom-product:';

/** The product id of an item whose product is a custom product, which is not in the catalogue. */
export const customProductId = (id: number | string): string => `${PREFIX}${id}`;

/** Whether a product id is one of a custom product, of anybody. */
export const isCustom = (productId: string): boolean => productId.startsWith(PREFIX);

/** A custom product that one of these profiles may put on a list: their own. */
export async function ownCustomProduct(
  db: Database,
  productId: string,
  profileIds: readonly string[],
): Promise<(ItemProduct & { readonly profileId: string | null }) | undefined> {
  return (await customProductsOf(db, [productId])).find(
    ({ profileId }) => profileId !== null && profileIds.includes(profileId),
  );
}

/**
 * The custom products that items show: those of the profile whose list it is. The id is text that customers write, so that it may be the one
 * of somebody else's product. A product that an editor of the list added is stored with the item.
 */
export async function customProductsOfLists(
  db: Database,
  items: readonly Row<'list_items'>[],
): Promise<(item: Row<'list_items'>) => ItemProduct | undefined> {
  const found = await customProductsOf(
    db,
    items.map(({ product_id }) => product_id),
  );
  return ({ product_id, profile_id }) =>
    found.find(({ id, profileId }) => id === product_id && profileId === profile_id);
}

async function customProductsOf(db: Database, productIds: readonly string[]) {
  const ids = productIds.filter(isCustom).flatMap((id) => recordId(id.slice(PREFIX.length)) ?? []);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .select(['id', 'profile_id', 'fields'])
    .where('resource', '=', 'custom-product')
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, profile_id: profileId, fields }) => {
    const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
    return {
      profileId,
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
