import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Adding, AnyShape, Reading } from '../../../src/services/contract/shape.ts';
import type { Tables } from '../database/tables.ts';

type TableName = keyof Tables;

/** The table of a model: named columns, and all other fields in the jsonb column `fields`. */
export interface Table<Record = AnyRecord, Name extends TableName = TableName> {
  readonly name: Name;
  readonly columns: readonly string[];
  /** Columns with numbers that the interface shows as text. */
  readonly numbers?: readonly string[];
  /** Values that all rows of the model have. */
  readonly fixed: Readonly<{ [column: string]: string }>;
  /** Rows with a value in this column are hidden: the functions of `store.ts` do not find them. */
  readonly hiddenBy?: string;
  /** Deleting a record sets that column; the row stays. */
  readonly softDelete?: boolean;
  /** The table has no jsonb column: fields without a column are not stored. */
  readonly withoutFields?: boolean;
  /** The type of the records, for the compiler only. */
  readonly record?: Record;
}

/** A table for one model. */
export const ownTable = <Name extends TableName>(
  name: Name,
  columns: readonly Exclude<keyof Tables[Name] & string, 'fields'>[],
): Table<AnyRecord, Name> => ({ name, columns: ['id', 'created_at', 'updated_at', ...columns], fixed: {} });

/** Models with a separate table; all others share the table `records`, so that a new one needs no migration. */
const ownTables = {
  profile: {
    ...ownTable('profiles', ['first_name', 'last_name', 'email', 'external_id', 'type', 'deleted_at']),
    hiddenBy: 'deleted_at',
  },
  identity: { ...ownTable('identities', ['profile_id', 'namespace', 'value']), withoutFields: true },
  product: ownTable('products', [
    'external_id',
    'handle',
    'name',
    'category',
    'description',
    'url',
    'image_url',
    'price',
    'currency',
  ]),
  transaction: ownTable('transactions', [
    'external_id',
    'profile_id',
    'order_id',
    'receipt_ref',
    'transacted_at',
    'total',
    'currency',
    'location_id',
    'refund_of',
    'content_hash',
  ]),
  'transaction-item': {
    ...ownTable('transaction_items', [
      'transaction_id',
      'product_id',
      'variant_id',
      'sku',
      'name',
      'description',
      'quantity',
      'price',
      'total',
    ]),
    numbers: ['transaction_id', 'quantity'],
  },
  list: ownTable('lists', ['profile_id', 'type', 'handle', 'name']),
  'list-item': ownTable('list_items', ['list_id', 'profile_id', 'product_id', 'variant_id', 'quantity']),
  user: ownTable('users', [
    'username',
    'name',
    'email',
    'is_machine',
    'password_hash',
    'is_active',
    'roles',
    'last_seen_at',
  ]),
  role: ownTable('roles', ['name', 'handle', 'permissions']),
  audit: ownTable('audits', ['action', 'user_id', 'profile_id', 'model', 'model_id', 'request_id']),
  'reward-definition': ownTable('reward_definitions', [
    'handle',
    'name',
    'short_description',
    'description',
    'terms_conditions',
    'icon',
    'image_url',
    'primary_colour',
    'points_cost',
    'step_amount',
    'step_currency',
    'minimum_steps',
    'maximum_steps',
    'is_published',
    'tier_definition_id',
    'claim_limit',
    'stock',
    'available_from',
    'available_until',
    'valid_days',
    'internal_notes',
  ]),
  'tier-definition': ownTable('tier_definitions', [
    'handle',
    'name',
    'description',
    'primary_colour',
    'points_required',
    'internal_notes',
  ]),
  'profile-tier': ownTable('profile_tiers', ['profile_id', 'tier_definition_id']),
  redemption: ownTable('redemptions', ['profile_id', 'location_id', 'currency']),
  reward: ownTable('rewards', [
    'profile_id',
    'reward_definition_id',
    'code',
    'points_spent',
    'amount',
    'currency',
    'issued_at',
    'expires_at',
    'redeemed_at',
  ]),
  benefit: ownTable('benefits', [
    'profile_id',
    'benefit_definition_id',
    'uses_left',
    'points_spent',
    'issued_at',
    'released_at',
    'claimed_at',
    'redeemed_at',
    'expires_at',
  ]),
  allocation: ownTable('allocations', ['profile_id', 'benefit_definition_id', 'quantity']),
  credit: {
    ...ownTable('credits', [
      'profile_id',
      'credit_definition_id',
      'location_id',
      'source_type',
      'source_id',
      'external_id',
      'external_namespace',
      'value_initial',
      'value_remaining',
      'credit_number',
      'security_code',
      'issued_at',
      'released_at',
      'expires_at',
      'extended_at',
      'locked',
      'lock_expires_at',
      'deleted_at',
    ]),
    hiddenBy: 'deleted_at',
    softDelete: true,
  },
  'tier-point': ownTable('tier_points', [
    'profile_id',
    'value',
    'description',
    'earned_at',
    'expires_at',
    'is_expired',
  ]),
  point: {
    ...ownTable('points', [
      'profile_id',
      'point_definition_id',
      'value',
      'type',
      'description',
      'source_type',
      'source_id',
      'issued_at',
      'released_at',
      'expires_at',
    ]),
    withoutFields: true,
  },
  ledger: {
    ...ownTable('ledger', [
      'profile_id',
      'type',
      'value',
      'description',
      'source_type',
      'source_id',
      'occurred_at',
      'internal_notes',
    ]),
    withoutFields: true,
  },
  achievement: {
    ...ownTable('achievements', ['profile_id', 'achievement_definition_id', 'points', 'completed_at']),
    withoutFields: true,
  },
};

type OwnTables = typeof ownTables;
type NameOf<Model extends string> = Model extends keyof OwnTables ? OwnTables[Model]['name'] : 'records';

const byModel: ReadonlyMap<string, Table> = new Map(Object.entries<Table>(ownTables));

/** The table of a model. With the shape, rows of the table have the type of its records. */
export function tableOf<Model extends string>(model: Model): Table<Stored<AnyShape, Model>>;
export function tableOf<Model extends string, Shape extends AnyShape>(
  model: Model,
  shape: Shape,
): Table<Stored<Shape, Model>>;
export function tableOf(model: string): Table {
  const shared: Table = {
    name: 'records',
    columns: ['id', 'profile_id', 'parent', 'user_id', 'created_at', 'updated_at'],
    fixed: { resource: model },
  };
  return byModel.get(model) ?? shared;
}

/** Tables whose ids are texts from other systems. */
export const textIds: readonly TableName[] = ['profiles', 'products'];

/** A record of any model as it is stored, columns and fields side by side. */
export interface AnyRecord {
  readonly id: number | string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly [name: string]: unknown;
}

/** Columns as the driver reads them. */
type Columns<Name extends TableName> = Readonly<Omit<Selectable<Tables[Name]>, 'fields'>>;

/** Fields of a shape without a column, stored as JSON. A record that is older than a field does not have it. */
type JsonFields<Shape extends AnyShape, Name extends TableName> = string extends keyof Shape['fields']
  ? { readonly [field: string]: unknown }
  : {
      readonly [Field in Exclude<keyof Shape['fields'], keyof Tables[Name]>]?:
        (Field extends keyof Reading<Shape> ? Reading<Shape>[Field] : unknown) | null;
    };

/**
 * A record as it is stored: columns and fields side by side. With a shape and a model the types are known:
 * `Stored<typeof rewardShape, 'reward'>`.
 */
export type Stored<Shape extends AnyShape = AnyShape, Model extends string = string> = string extends Model
  ? AnyRecord
  : Columns<NameOf<Model>> & JsonFields<Shape, NameOf<Model>>;

type NewColumns<Name extends TableName, Sent> = {
  [Column in Exclude<keyof Insertable<Tables[Name]>, 'fields' | 'resource'>]?:
    Insertable<Tables[Name]>[Column] | (Column extends keyof Sent ? Sent[Column] : never) | null | undefined;
};

type NewFields<Shape extends AnyShape, Name extends TableName> = {
  [Field in Exclude<keyof Shape['fields'], keyof Tables[Name]>]?:
    | (Field extends keyof Adding<Shape>
        ? Adding<Shape>[Field]
        : Field extends keyof Reading<Shape>
          ? Reading<Shape>[Field]
          : unknown)
    | null
    | undefined;
};

/** Values of a record that is added or changed. With a shape and a model the types are known, as for `Stored`. */
export type Values<Shape extends AnyShape = AnyShape, Model extends string = string> = string extends Model
  ? { [name: string]: unknown }
  : NewColumns<NameOf<Model>, Adding<Shape>> & NewFields<Shape, NameOf<Model>>;

/** Values by where they are stored: in columns, or in `fields`. */
export function toRow(table: Table<unknown>, values: Readonly<Values>) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const isColumn = ([name]: [string, unknown]) => table.columns.includes(name);
  return {
    columns: Object.fromEntries(entries.filter(isColumn)),
    fields: Object.fromEntries(entries.filter((entry) => !isColumn(entry))),
  };
}

declare const recordType: unique symbol;

/** A row of a `Table`. The symbol exists for the compiler only. */
export type RowOf<Record> = Selectable<Tables['records']> & { readonly [recordType]: Record };

/** The result of `fromRow`: the record of a row of a `Table`, or the columns and fields of a row of another query. */
type RecordIn<Row> = Row extends { readonly [recordType]: infer Record }
  ? Record
  : string extends keyof Row
    ? AnyRecord
    : Omit<Row, 'fields'> & { readonly [field: string]: unknown };

/** A row of a table as a record. */
export function fromRow<Row extends object>(row: Row): RecordIn<Row> {
  const { fields, ...columns }: { readonly fields?: object } = row;
  // The shape of the model has checked the names in `fields` when the record was written.
  return { ...fields, ...columns } as RecordIn<Row>;
}

/** A row as `to_jsonb` returns it: moments are texts. */
export type StoredAsJson = Readonly<Record<string, unknown>>;

/** Columns with moments, by the naming convention. Values inside `fields` do not change. */
const MOMENT = /^(\w+_at|available_(from|until))$/;

/** The row as the driver reads it. Not for numeric columns, which the driver reads as text and JSON has as numbers. */
export const fromJson = (row: StoredAsJson): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && MOMENT.test(name) ? new Date(value) : value,
    ]),
  );

/** `column = value and …`. Column names come from the code, values are bound parameters. */
export function matching(where: Readonly<Record<string, unknown>>): RawBuilder<boolean> {
  const terms = Object.entries(where).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return terms.length ? sql<boolean>`(${sql.join(terms, sql` and `)})` : sql<boolean>`true`;
}

/** The condition for rows of the model that are not hidden. */
export const visibleRows = ({ fixed, hiddenBy }: Table<unknown>): RawBuilder<boolean> =>
  hiddenBy === undefined
    ? matching(fixed)
    : sql<boolean>`(${matching(fixed)} and ${sql.ref(hiddenBy)} is null)`;
