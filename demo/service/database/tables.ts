import type { ColumnType, Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { IncentiveTables } from './incentive-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { CommerceTables } from './commerce-tables.ts';

/** Set by the database. */
type Identity = ColumnType<number, never, never>;
/** Read as a `Date`. */
type Time = ColumnType<Date, Date | string, Date | string>;
type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** An object as jsonb; written as JSON text. */
type Fields = ColumnType<Record<string, unknown>, string | undefined, string>;
type Now = ColumnType<Date, Date | string | undefined, Date | string>;

export interface Tables extends IncentiveTables, EventTables, CommerceTables {
  shops: {
    platform: string;
    version: string;
    secret: string;
    previous_secret: string | null;
    updated_at: Now;
  };
  profiles: {
    id: string;
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    external_id: Generated<string | null>;
    type: Generated<string | null>;
    fields: Fields;
    deleted_at: TimeOrNull;
    created_at: Now;
    updated_at: Now;
  };
  identities: {
    id: Identity;
    profile_id: string;
    namespace: string;
    value: string;
    created_at: Now;
    updated_at: Now;
  };
  tokens: {
    id: Identity;
    hash: Buffer;
    kind: Generated<'customer' | 'access' | 'api' | 'delegation'>;
    /** The holder: a profile, a user, or both for a delegation token. */
    profile_id: string | null;
    user_id: Generated<number | null>;
    client_id: Generated<string | null>;
    name: Generated<string | null>;
    last_used_at: TimeOrNull;
    scopes: string[];
    created_at: Now;
    /** Null: valid until it is deleted. */
    expires_at: TimeOrNull;
    revoked_at: TimeOrNull;
    /** Of storefront tokens: the shop's platform, and the random seed from which, with the shop's secret, the token is derived. */
    platform: Generated<string | null>;
    seed: Generated<Buffer | null>;
  };
  roles: {
    id: Identity;
    name: string;
    handle: string;
    permissions: string[];
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  users: {
    id: Identity;
    username: string;
    name: string;
    email: string | null;
    is_machine: Generated<boolean>;
    password_hash: string | null;
    is_active: Generated<boolean>;
    /** Handles of roles. */
    roles: Generated<string[]>;
    last_seen_at: TimeOrNull;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  clients: {
    id: string;
    secret_hash: Buffer;
    previous_secret_hash: Generated<Buffer | null>;
    previous_ends_at: TimeOrNull;
    rotated_at: TimeOrNull;
    user_id: number;
    created_at: Now;
  };
  request_windows: { key: string; started_at: Now; requests: Generated<number> };
  records: {
    id: Identity;
    resource: string;
    profile_id: string | null;
    parent: string | null;
    user_id: number | null;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  audits: {
    id: Identity;
    action: string;
    user_id: number | null;
    profile_id: string | null;
    model: string;
    model_id: string | null;
    request_id: string | null;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  tier_definitions: {
    id: Identity;
    handle: string;
    name: string;
    description: string | null;
    primary_colour: string | null;
    points_required: number;
    internal_notes: string | null;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  profile_tiers: {
    profile_id: string;
    tier_definition_id: number | null;
    points: Generated<number>;
    issued_at: TimeOrNull;
    extra: Generated<number>;
    is_assigned: Generated<boolean>;
    at_risk_since: TimeOrNull;
    reassess_at: TimeOrNull;
  };
  reward_definitions: {
    id: Identity;
    handle: string;
    name: string;
    short_description: string | null;
    description: string | null;
    terms_conditions: string | null;
    icon: string | null;
    image_url: string | null;
    primary_colour: string | null;
    points_cost: number;
    /** Exact decimal text. Null: a reward without steps. */
    step_amount: Generated<string | null>;
    step_currency: Generated<string | null>;
    minimum_steps: Generated<number | null>;
    maximum_steps: Generated<number | null>;
    is_published: Generated<boolean>;
    tier_definition_id: number | null;
    claim_limit: number | null;
    stock: number | null;
    available_from: TimeOrNull;
    available_until: TimeOrNull;
    valid_days: number | null;
    internal_notes: string | null;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  rewards: {
    id: Identity;
    profile_id: string;
    reward_definition_id: number;
    code: string;
    points_spent: number;
    /** Amount of money that it gives, as exact decimal text; null for a reward without steps. */
    amount: Generated<string | null>;
    currency: Generated<string | null>;
    issued_at: Now;
    expires_at: TimeOrNull;
    redeemed_at: TimeOrNull;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  point_balances: { profile_id: string; available: Generated<number>; earned: Generated<number> };
  point_entries: {
    id: Identity;
    profile_id: string;
    kind: 'earn' | 'spend' | 'expire' | 'return' | 'revoke';
    amount: number;
    /** The change of the points ever earned, if that is not the amount of an `earn` entry. */
    counted: Generated<number | null>;
    reason: string;
    /** The rule that caused the entry. */
    rule: Generated<string | null>;
    reward_id: number | null;
    point_definition_id: Generated<number | null>;
    source_type: Generated<string | null>;
    source_id: Generated<string | null>;
    released_at: TimeOrNull;
    expires_at: TimeOrNull;
    created_at: Now;
  };
  point_lots: {
    id: Identity;
    profile_id: string;
    remaining: number;
    expires_at: TimeOrNull;
    point_definition_id: ColumnType<number | null, number | null | undefined, number | null>;
    source_type: Generated<string | null>;
    source_id: Generated<string | null>;
    /** Points that were left at the expiry. */
    expired: Generated<number>;
  };
  pending_points: {
    id: Identity;
    profile_id: string;
    amount: number;
    reason: string;
    point_definition_id: Generated<number | null>;
    source_type: Generated<string | null>;
    source_id: Generated<string | null>;
    counted: Generated<number | null>;
    rule: Generated<string | null>;
    releases_at: Time;
    expires_at: TimeOrNull;
    created_at: Now;
  };
  products: {
    id: string;
    /** The database sets it to the id. */
    external_id: Generated<string>;
    handle: string;
    name: string;
    category: string | null;
    description: string | null;
    url: string | null;
    image_url: string | null;
    /** Decimal text, because floating point would round amounts. */
    price: string | null;
    currency: string | null;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  lists: {
    id: Identity;
    profile_id: string;
    type: string;
    handle: string;
    name: string;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  list_items: {
    id: Identity;
    list_id: number;
    profile_id: string;
    product_id: string;
    /** Empty for the product as a whole. */
    variant_id: Generated<string>;
    quantity: Generated<number>;
    added_by_profile_id: string | null;
    /** Decimal text; null while the item is not open for chip-in. */
    chip_in_target: string | null;
    chip_in_currency: string | null;
    fields: Fields;
    created_at: Now;
    updated_at: Now;
  };
  guest_alerts: {
    id: Identity;
    email: string;
    product_id: string;
    /** Empty for the product as a whole. */
    variant_id: string;
    /** Kinds that the address was confirmed for. */
    kinds: Generated<string[]>;
    /** Kinds that wait for it. */
    asked: string[];
    /** The lowest price that the guest knows, decimal text, and its currency. */
    price: string | null;
    currency: string | null;
    /** Of the page where the guest asked, in lower case, the preferred one first. */
    languages: Generated<string[]>;
    /** Whether the product could be bought when the guest asked. */
    was_available: boolean;
    secret: string;
    /** When the last link to confirm was sent. */
    mailed_at: Now;
    /** The proof of consent. */
    confirmed_at: TimeOrNull;
    /** When the row can be deleted; null while the alert is active. */
    ends_at: TimeOrNull;
    created_at: Now;
  };
  idempotency_keys: {
    /** `profile:<id>` or `user:<id>`. */
    owner: string;
    key: string;
    request_hash: Buffer;
    status: number | null;
    answer: string | null;
    created_at: Now;
  };
  /** Positions of long loads, such as that of the generated profiles. */
  seed_positions: { name: string; position: number };
}

export type Database = Kysely<Tables>;
export type Work = Transaction<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
