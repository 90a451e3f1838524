import type { ColumnType, Generated } from 'kysely';

type Identity = ColumnType<number, never, never>;
type Now = ColumnType<Date, Date | string | undefined, Date | string>;
type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Fields = ColumnType<Record<string, unknown>, string | undefined, string>;
/** Exact decimal text; never a binary fraction. */
type Decimal = ColumnType<string, string | number, string | number>;
/** JSON, written as text. */
type Json<T> = ColumnType<T, string | undefined, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
interface Dated {
  created_at: Now;
  updated_at: Now;
}

/** Points taken from a lot, and when it expires. */
export interface TakenLot {
  readonly amount: number;
  readonly expires_at: string | null;
  /** The definition of the points; missing on lots that are older than this field. */
  readonly point_definition_id?: number | null;
}

/** Tables of the section Incentives (migrations 0010 to 0012 and 0060). */
export interface IncentiveTables {
  tier_points: Dated & {
    id: Identity;
    profile_id: string;
    value: number;
    description: string | null;
    earned_at: Now;
    expires_at: TimeOrNull;
    is_expired: Generated<boolean>;
    fields: Fields;
  };
  tier_point_entries: {
    id: Identity;
    profile_id: string;
    amount: number;
    reason: string;
    tier_point_id: number;
    created_at: Now;
  };
  credits: Dated & {
    id: Identity;
    profile_id: string;
    credit_definition_id: number;
    location_id: number | null;
    source_type: string | null;
    source_id: number | null;
    external_id: string | null;
    external_namespace: string | null;
    value_initial: Decimal;
    value_remaining: ColumnType<string, never, never>;
    credit_number: string;
    security_code: string;
    issued_at: Now;
    released_at: TimeOrNull;
    expires_at: TimeOrNull;
    extended_at: TimeOrNull;
    locked: Generated<boolean>;
    lock_expires_at: TimeOrNull;
    fields: Fields;
    deleted_at: TimeOrNull;
  };
  credit_entries: {
    id: Identity;
    credit_id: number;
    profile_id: string;
    kind: 'issue' | 'redeem' | 'return' | 'void' | 'expire' | 'restore';
    amount: Decimal;
    reason: string;
    created_at: Now;
  };
  credit_number_positions: { credit_definition_id: number; range_start: Decimal; next: Decimal };
  credit_notices: {
    credit_id: number;
    kind: 'issue' | 'release' | 'remind' | 'extend';
    due_at: ColumnType<Date, Date | string, Date | string>;
    told_at: TimeOrNull;
  };
  /** A view: entries of the ledger of points, and points that are not released yet. */
  points: Dated & {
    id: Identity;
    profile_id: string;
    point_definition_id: number | null;
    value: number;
    type: string;
    description: string;
    source_type: string | null;
    source_id: string | null;
    issued_at: Now;
    released_at: TimeOrNull;
    expires_at: TimeOrNull;
  };
  /** A view: the ledgers of points, tier points and credits together. */
  ledger: Dated & {
    id: Identity;
    profile_id: string;
    type: string;
    value: Decimal;
    description: string;
    source_type: string | null;
    source_id: string | null;
    occurred_at: Now;
    /** The credit of a credit entry. */
    account: number | null;
    /** The rule that caused the entry. */
    internal_notes: string | null;
  };
  benefits: Dated & {
    id: Identity;
    profile_id: string;
    benefit_definition_id: number;
    uses_left: number;
    points_spent: Generated<number>;
    issued_at: Now;
    released_at: TimeOrNull;
    claimed_at: TimeOrNull;
    redeemed_at: TimeOrNull;
    expires_at: TimeOrNull;
    fields: Fields;
  };
  allocations: Dated & {
    id: Identity;
    profile_id: string;
    benefit_definition_id: number;
    quantity: Generated<number>;
    fields: Fields;
  };
  achievements: Dated & {
    id: Identity;
    profile_id: string;
    achievement_definition_id: number;
    points: Generated<number>;
    completed_at: TimeOrNull;
    /** When its reward was issued; null after the reward was revoked. */
    rewarded_at: TimeOrNull;
    reward_id: Generated<number | null>;
  };
  achievement_points: Dated & {
    id: Identity;
    profile_id: string;
    achievement_definition_id: number;
    value: number;
    description: string | null;
    earned_at: Now;
  };
  /** Events that achievements count. */
  achievement_events: {
    event_id: number;
    profile_id: string;
    trigger: string;
    happened_at: Now;
  };
  /** Tiers that members have reached by points, as they were then. */
  reached_tiers: {
    profile_id: string;
    tier_definition_id: number;
    points_required: number;
    reached_at: Date;
  };
  redemptions: Dated & {
    id: Generated<number>;
    profile_id: string;
    type: string;
    total: Decimal;
    currency: string | null;
    exchange_rate: ColumnType<string | null, string | null | undefined, string | null>;
    meta: Json<unknown[]>;
    location_id: number | null;
    external_id: string | null;
    redeem_at: Now;
    transaction_id: string | null;
    transaction_external_id: string | null;
    transaction_receipt_ref: string | null;
    transaction: JsonOrNull<Record<string, unknown>>;
    has_benefit: Generated<boolean>;
    has_reward: Generated<boolean>;
    has_point: Generated<boolean>;
    has_credit: Generated<boolean>;
    linked_source_type: string | null;
    linked_source_id: string | null;
  };
  redemption_items: Dated & {
    id: Identity;
    redemption_id: number;
    profile_id: string;
    type: 'benefit' | 'reward' | 'point' | 'credit';
    value: number;
    count: Generated<number>;
    benefit_id: number | null;
    reward_id: number | null;
    credit_id: number | null;
    definition_id: number | null;
    amount: Generated<string>;
    lots: JsonOrNull<TakenLot[]>;
    returns_item_id: number | null;
  };
}
