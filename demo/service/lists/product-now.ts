import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Price and availability of a product, or of its variant. */
export interface ProductNow {
  /** Decimal text. */
  readonly price: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly isAvailable: boolean;
}

/** Joins the variant that a row names by its external id or SKU, as `new_variant`. `variantId` is empty for the product as a whole. */
export const variantNow = (productId: RawBuilder<unknown>, variantId: RawBuilder<unknown>) => sql`
  left join lateral (
    select id, fields from records
    where resource = 'product-variant' and fields ->> 'product_id' = ${productId} and ${variantId} <> ''
      and ${variantId} in (fields ->> 'external_id', fields ->> 'sku')
    order by fields ->> 'external_id' is not distinct from ${variantId} desc, id limit 1) as new_variant on true`;

/** A field that a variant does not have is that of its product. A product without a number of pieces in stock can be bought. */
export const isAvailable = (product: string, variant: string) => sql<boolean>`(
  coalesce((${sql.ref(`${product}.fields`)} ->> 'is_published')::boolean, true)
  and coalesce(is_in_stock(${sql.ref(`${variant}.fields`)}), is_in_stock(${sql.ref(`${product}.fields`)}), true))`;

/** The price of a variant is that of its product where it has none. `fields` of a product have its price. */
export const priceOf = (product: string, variant: string) => sql<string | null>`
  coalesce((${sql.ref(`${variant}.fields`)} ->> 'price')::numeric, (${sql.ref(`${product}.fields`)} ->> 'price')::numeric)`;

export interface KnownProduct extends ProductNow {
  readonly name: string;
  /** The name of the variant; null for the product as a whole. */
  readonly variantName: string | null;
  /** Its page, as the shop has sent it. */
  readonly url: string | null;
  readonly isPublished: boolean;
  /** The variant's external id, or else its SKU: one name for both. Empty for the product as a whole. */
  readonly variantId: string;
}

/** The product or variant now; undefined for one that the catalogue does not have. `variant_id` is empty for the product as a whole. */
export async function productNow(
  db: Database,
  {
    product_id: productId,
    variant_id: variantId,
  }: { readonly product_id: string; readonly variant_id: string },
): Promise<KnownProduct | undefined> {
  const { rows } = await sql<KnownProduct>`
    select ${priceOf('new_product', 'new_variant')} as price, products.currency,
      ${isAvailable('new_product', 'new_variant')} as "isAvailable",
      products.name, products.url, nullif(new_variant.fields ->> 'name', '') as "variantName",
      coalesce((products.fields ->> 'is_published')::boolean, true) as "isPublished",
      coalesce(new_variant.fields ->> 'external_id', new_variant.fields ->> 'sku', '') as "variantId"
    from products
    cross join lateral (select products.fields || jsonb_build_object('price', products.price) as fields) as new_product
    ${variantNow(sql`products.id`, sql`${variantId}::text`)}
    where products.id = ${productId} and (${variantId} = '' or new_variant.id is not null)`.execute(db);
  return rows[0];
}
