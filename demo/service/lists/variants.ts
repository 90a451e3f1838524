import { sql } from 'kysely';
import { productVariantShape } from '../../../src/services/contract/commerce/products.ts';
import type { Database } from '../database/tables.ts';
import { rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';

export type StoredVariant = Stored<typeof productVariantShape, 'product-variant'>;

const variantTable = tableOf('product-variant', productVariantShape);

interface VariantOfProduct {
  readonly product_id: string;
  /** Empty for the product as a whole. */
  readonly variant_id: string;
}

/** The variants that items name, by their product and the id that the item has, the external id or the SKU of the variant: ASSUMPTION. */
export async function variantsOf(
  db: Database,
  items: readonly VariantOfProduct[],
): Promise<(item: VariantOfProduct) => StoredVariant | undefined> {
  const named = items.filter(({ variant_id }) => variant_id);
  if (!named.length) return () => undefined;
  const ids = [...new Set(named.map(({ variant_id }) => variant_id))];
  const rows = await variantsWithin(db, [...new Set(named.map(({ product_id }) => product_id))])
    .where(
      sql<boolean>`(fields ->> 'external_id' in (${sql.join(ids)}) or fields ->> 'sku' in (${sql.join(ids)}))`,
    )
    .execute();
  const variants = rows.map((row) => fromRow(row));
  const find = ({ product_id, variant_id }: VariantOfProduct, by: 'external_id' | 'sku') =>
    variants.find((variant) => variant.product_id === product_id && variant[by] === variant_id);
  return (item) => find(item, 'external_id') ?? find(item, 'sku');
}

/** Whether the service knows variants of a product. */
export async function hasVariants(db: Database, productId: string): Promise<boolean> {
  return (await variantsWithin(db, [productId]).limit(1).executeTakeFirst()) !== undefined;
}

const variantsWithin = (db: Database, productIds: readonly string[]) =>
  rowsWithin(db, variantTable, {})
    .where(sql<boolean>`fields ->> 'product_id' in (${sql.join(productIds)})`)
    .orderBy('id');

/** Whether pieces can be bought; null where they are not counted. */
export const isAvailable = (stock: unknown): boolean | null => (typeof stock === 'number' ? stock > 0 : null);
