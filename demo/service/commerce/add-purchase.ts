import { sql } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Row } from '../database/tables.ts';
import { isRefunded } from './refunds.ts';

type Line = Row<'transaction_items'>;

/** Values of a transaction. */
interface Added {
  readonly externalId: string;
  readonly profileId: string | null;
  readonly orderId: number | null;
  readonly receipt: string | null;
  readonly at: string;
  readonly total: number;
  readonly currency: string | null;
  readonly locationId: number | null;
  readonly refundOf: string | null;
  readonly hash: Buffer;
  /** Points for one unit of the currency, decimal text. */
  readonly rate: string;
  /** JSON. */
  readonly fields: string;
  /** JSON of `PurchaseLine`s. */
  readonly lines: string;
}

/** A line as JSON: moments are text. */
type StoredLine = Omit<Line, 'created_at' | 'updated_at'> & {
  readonly created_at: string;
  readonly updated_at: string;
};

export const lineOf = ({ created_at, updated_at, ...line }: StoredLine): Line => ({
  ...line,
  created_at: new Date(created_at),
  updated_at: new Date(updated_at),
});

/** The product of a line, a row `line`: by its id, or else by its variant or the SKU of one. */
export const productOfLine = sql`coalesce(line.product_id, (
        select fields ->> 'product_id' from records as variant
        where variant.resource = 'product-variant'
          and (variant.id = line.variant_id or (line.variant_id is null
            and variant.fields @> jsonb_build_object('sku', line.sku))) limit 1))`;

/**
 * Adds a transaction with its lines. Returns no row where there is a transaction with this external id. Each line stores category, brand
 * and price that its product has now, because achievements count what was bought, also after the product was changed. Call it after
 * `lockWithProfile`. `is_refunded`: whether there are refunds of the purchase.
 */
export const addPurchase = compiledStatement<
  Added,
  Row<'transactions'> & { readonly stored_lines: readonly StoredLine[]; readonly is_refunded: boolean }
>(
  [
    'externalId',
    'profileId',
    'orderId',
    'receipt',
    'at',
    'total',
    'currency',
    'locationId',
    'refundOf',
    'hash',
    'rate',
    'fields',
    'lines',
  ],
  (one) => sql`
    with added as (
      insert into transactions (external_id, profile_id, names_profile, order_id, receipt_ref, transacted_at, total, currency,
        location_id, refund_of, content_hash, points_rate, fields)
      values (${one.externalId}::text, ${one.profileId}::text, ${one.profileId}::text is not null, ${one.orderId}::bigint,
        ${one.receipt}::text, ${one.at}::timestamptz, ${one.total}::numeric, ${one.currency}::text, ${one.locationId}::bigint,
        ${one.refundOf}::text, ${one.hash}::bytea, ${one.rate}::numeric, ${one.fields}::jsonb)
      on conflict (external_id) do nothing
      returning *
    ), lines as (
      insert into transaction_items
        (transaction_id, product_id, variant_id, sku, name, description, quantity, price, fields, product)
      select added.id, line.product_id, line.variant_id, line.sku, line.name, line.description, line.quantity, line.price,
        case when line.meta is null then '{}'::jsonb else jsonb_build_object('meta', line.meta) end, snapshot_of(product)
      from added
      cross join rows from (jsonb_to_recordset(${one.lines}::jsonb) as (
          product_id text, variant_id bigint, sku text, name text, description text, quantity numeric, price numeric, meta jsonb))
        with ordinality as line (product_id, variant_id, sku, name, description, quantity, price, meta, place)
      left join products as product on product.id = ${productOfLine}
      order by place
      returning *
    )
    select added.*, (
        -- Decimals as text, as the driver reads them.
        select coalesce(jsonb_agg(to_jsonb(lines) || jsonb_build_object(
          'quantity', quantity::text, 'price', price::text, 'total', total::text) order by id), '[]') from lines) as stored_lines,
      total > 0 and ${isRefunded(sql`added`)} as is_refunded
    from added`,
);
