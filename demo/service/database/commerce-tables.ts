import type { ColumnType } from 'kysely';

/** Set by the database. */
type Given<T> = ColumnType<T, never, never>;
type Once<T, Insert = T> = ColumnType<T, Insert, never>;
type Fields = ColumnType<Record<string, unknown>, string | undefined, string>;

/** Tables of the section Commerce. */
export interface CommerceTables {
  transactions: {
    id: Given<number>;
    external_id: Once<string>;
    /** The only column that changes: when the purchase is claimed or unattached. */
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
    /** Whether the request named the profile. */
    names_profile: Once<boolean, boolean | undefined>;
    /** SHA-256 of the request: the same request again is no conflict. */
    content_hash: Once<Buffer>;
    /** Points for one unit of its currency when it was added, decimal text; null for purchases that are older than this column. */
    points_rate: Once<string | null, string | null | undefined>;
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
    name: string | null;
    description: string | null;
    /** Decimal text, as are price and total. */
    quantity: Once<string | null, string | number>;
    price: Once<string | null>;
    total: Given<string | null>;
    /** The product as it was when it was bought: what rules count of it. */
    product: Once<Record<string, unknown> | null, string | undefined>;
    fields: Fields;
    created_at: Given<Date>;
    updated_at: ColumnType<Date, never, Date>;
  };
  /** Points of a purchase; negative for points that were revoked. */
  transaction_points: {
    id: Given<number>;
    transaction_id: Once<number>;
    profile_id: string;
    amount: Once<number>;
    /** The change of earned points, which tiers and achievements count. */
    counted: Once<number>;
    /** Points per unit of the currency, decimal text. */
    rate: Once<string | null>;
    created_at: Given<Date>;
  };
  /** Points of a purchase by campaigns: one row for each campaign and line. */
  transaction_campaigns: {
    id: Given<number>;
    transaction_id: Once<number>;
    profile_id: string | null;
    campaign_id: Once<number>;
    campaign: Once<Record<string, unknown>, string>;
    /** The line; null for a purchase without lines. */
    item_id: Once<number | null>;
    points: Once<number>;
    created_at: Given<Date>;
  };
  /** The refunded amounts of purchases. */
  transaction_refunds: {
    id: Given<number>;
    refund_id: Once<number>;
    transaction_id: Once<number>;
    /** Decimal text, above zero. */
    amount: Once<string>;
    created_at: Given<Date>;
  };
  /** Points of refunded purchases that were spent. */
  point_debts: {
    id: Given<number>;
    profile_id: Once<string>;
    transaction_id: Once<number>;
    /** Points that are still owed. */
    amount: number;
    created_at: Given<Date>;
  };
}
