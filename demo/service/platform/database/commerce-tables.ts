import type { ColumnType } from 'kysely';

/** Set by the database, never by us. */
type Given<T> = ColumnType<T, never, never>;
type Once<T, Insert = T> = ColumnType<T, Insert, never>;
type Fields = ColumnType<Record<string, unknown>, string | undefined, string>;

/** Tables of the section Commerce. */
export interface CommerceTables {
  transactions: {
    id: Given<number>;
    external_id: Once<string>;
    /** Whose it is: the one thing about a purchase that changes, when it is claimed or taken away. */
    profile_id: string | null;
    order_id: Once<number | null>;
    receipt_ref: Once<string | null>;
    transacted_at: Once<Date, Date | string>;
    /** Decimal text. */
    total: Once<string, string | number>;
    currency: Once<string | null>;
    location_id: Once<number | null>;
    /** External id of the purchase that this one refunds. */
    refund_of: Once<string | null, string | null | undefined>;
    /** SHA-256 of what was sent: the same again is no conflict (G54). */
    content_hash: Once<Buffer>;
    fields: Once<Record<string, unknown>, string | undefined>;
    created_at: Given<Date>;
    updated_at: Given<Date>;
  };
  transaction_items: {
    id: Given<number>;
    transaction_id: Once<number>;
    product_id: Once<string | null>;
    variant_id: Once<number | null>;
    sku: Once<string | null>;
    name: string;
    description: string | null;
    quantity: Once<number>;
    price: Once<string>;
    total: Given<string>;
    fields: Fields;
    created_at: Given<Date>;
    updated_at: ColumnType<Date, never, Date>;
  };
  /** Points of a purchase: what it brought, and below zero what was taken back. */
  transaction_points: {
    id: Given<number>;
    transaction_id: Once<number>;
    profile_id: string;
    amount: Once<number>;
    /** The same for tiers and achievements. */
    counted: Once<number>;
    /** Points for one unit of the currency, decimal text. */
    rate: Once<string | null>;
    created_at: Given<Date>;
  };
  /** How much of a purchase a refund refunds. */
  transaction_refunds: {
    id: Given<number>;
    refund_id: Once<number>;
    transaction_id: Once<number>;
    /** Decimal text, above zero. */
    amount: Once<string>;
    created_at: Given<Date>;
  };
}
