import { LoyaltyError } from './errors.ts';

/** Query parameters by name: `{ 'page[size]': '100' }`. */
export type Query = Readonly<Record<string, string>>;

/** `?a=b`; an empty text where there is no query. */
export const writeQuery = (query: Query | undefined): string =>
  query ? `?${new URLSearchParams(query)}` : '';

/** The parameters that ask for a page: ASSUMPTION. */
export const PAGE_NUMBER = 'page[number]';
export const PAGE_SIZE = 'page[size]';

/** Largest and default number of records on a page: ASSUMPTION. */
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;

/** The query of one page, counted from 1. */
export const pageQuery = (number: number, size = MAX_PAGE_SIZE): Query => ({
  [PAGE_SIZE]: String(size),
  [PAGE_NUMBER]: String(number),
});

// Filters and sorts as typed values (spec 4.2.1). Elements use none, so tree shaking leaves the rest of this file out of a page.

type Scalar = string | number | boolean | Date;

/** Comparisons of an attribute. A `Date` is sent as its calendar day in the local time zone: `YYYY-MM-DD`. */
export type Comparison<Value extends Scalar> = {
  readonly [Operator in 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte']?: Value;
} & {
  /** Matches any of these. An empty list matches nothing. */
  readonly in?: readonly Value[];
  /** Excludes all of these. */
  readonly not_in?: readonly Value[];
  /** `true`: the attribute is empty; `false`: it is set. */
  readonly nullable?: boolean;
};

/** A value for `eq`, or comparisons that must all be true (ASSUMPTION). */
export type Condition<Value extends Scalar> = Value | Comparison<Value>;

/** A calendar day as text. */
export type Day = `${number}-${number}-${number}`;
type Moment = Day | Date;

/** The 18 attributes by which redemptions can be filtered (spec 4.2.1). None is a relation, so none takes `not_has`. */
export interface RedemptionAttributes {
  id: number;
  type: string;
  location_id: number;
  meta: string;
  external_id: string;
  exchange_rate: number | string;
  redeem_at: Moment;
  has_benefit: boolean;
  has_reward: boolean;
  has_point: boolean;
  has_credit: boolean;
  transaction_external_id: string;
  transaction_receipt_ref: string;
  profile_id: string;
  created_at: Moment;
  updated_at: Moment;
  linked_source_id: number | string;
  linked_source_type: string;
}
/** The names of these attributes. */
export const REDEMPTION_ATTRIBUTES: readonly (keyof RedemptionAttributes)[] = [
  'id',
  'type',
  'location_id',
  'meta',
  'external_id',
  'exchange_rate',
  'redeem_at',
  'has_benefit',
  'has_reward',
  'has_point',
  'has_credit',
  'transaction_external_id',
  'transaction_receipt_ref',
  'profile_id',
  'created_at',
  'updated_at',
  'linked_source_id',
  'linked_source_type',
];

export type RedemptionConditions = {
  readonly [Name in keyof RedemptionAttributes]?: Condition<RedemptionAttributes[Name]> | undefined;
};
/** Attributes that redemptions can be sorted by. */
export type RedemptionSortKey = keyof RedemptionAttributes;

/** Conditions on other records; `not_has` is for attributes that are relations (spec 4.2.1). */
export type AnyConditions = Readonly<
  Record<string, Condition<Scalar> | { readonly not_has: Scalar } | undefined>
>;

/** Records where the attribute has no value: `filter({ external_id: isEmpty })`. */
export const isEmpty = { nullable: true } as const;
/** Records where the attribute has a value. */
export const isSet = { nullable: false } as const;

/** Operators of filters (spec 4.2.1). */
export const OPERATORS: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'nullable',
  'not_has',
]);
/** Names of attributes that hold a time; they are compared with a calendar day (spec 4.2.1). */
const TIME = /_at$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The query of a filter: `filter[<attribute>]=…` or `filter[<attribute>][<operator>]=…` (spec 4.2.1).
 * @throws LoyaltyError `validation`, before anything is sent, for a filter that the syntax does not allow
 */
export function filter(conditions: AnyConditions | RedemptionConditions): Query {
  const query: Record<string, string> = {};
  for (const [attribute, condition] of Object.entries(conditions)) {
    if (condition === undefined) continue;
    if (!/^[A-Za-z]\w*$/.test(attribute)) throw refusal(attribute, 'is not the name of an attribute');
    const name = `filter[${attribute}]`;
    if (!isComparison(condition)) query[name] = write(attribute, condition);
    else
      for (const [operator, value] of Object.entries(condition)) {
        if (value === undefined) continue;
        if (!OPERATORS.has(operator)) throw refusal(attribute, `has no operator ${operator}`);
        query[`${name}[${operator}]`] = writeComparison(attribute, operator, value);
      }
  }
  return query;
}

/** `filter` for the attributes of redemptions. */
export const redemptionFilter: (conditions: RedemptionConditions) => Query = filter;

/** A descending key for `sort`. */
export const descending = <const Key extends string>(key: Key): `-${Key}` => `-${key}`;

/**
 * The query of a sort by one key or several: `sort('name')`, `sort(descending('created_at'), 'id')`.
 * @throws LoyaltyError `validation` for an invalid key
 */
export function sort(...keys: readonly string[]): Query {
  for (const key of keys) {
    if (!/^-?[A-Za-z]\w*$/.test(key))
      throw new LoyaltyError('validation', `sort: "${key}" is not a key.`, {
        fields: { sort: ['is not a key'] },
      });
  }
  return keys.length ? { sort: keys.join(',') } : {};
}

function writeComparison(attribute: string, operator: string, value: unknown): string {
  if (operator === 'nullable') return value === true ? '1' : '0'; // any other value than 1 means set
  if (operator !== 'in' && operator !== 'not_in') return write(attribute, value);
  if (!Array.isArray(value)) throw refusal(attribute, `needs a list for ${operator}`);
  const items = value.map((item) => write(attribute, item));
  // Commas separate the items, and the interface defines no escape for them.
  if (items.some((item) => item.includes(','))) throw refusal(attribute, 'cannot have a comma in a list');
  return items.join(',');
}

function write(attribute: string, value: unknown): string {
  const text =
    value instanceof Date
      ? writeDay(attribute, value)
      : typeof value === 'boolean'
        ? String(+value)
        : String(value);
  if (!['string', 'number', 'boolean'].includes(typeof value) && !(value instanceof Date))
    throw refusal(attribute, 'cannot be compared with this value');
  if (typeof value === 'number' && !Number.isFinite(value)) throw refusal(attribute, 'needs a finite number');
  if (TIME.test(attribute) && !isDay(text))
    throw refusal(attribute, 'needs a day of the calendar, YYYY-MM-DD');
  return text;
}

/** The day in the local time zone, in which the date was chosen; in UTC it can be another one. */
function writeDay(attribute: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw refusal(attribute, 'needs a date that exists');
  const padded = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const isComparison = (condition: unknown): condition is object =>
  typeof condition === 'object' &&
  condition !== null &&
  !(condition instanceof Date) &&
  !Array.isArray(condition);

const refusal = (attribute: string, why: string): LoyaltyError =>
  new LoyaltyError('validation', `filter: ${attribute} ${why}.`, {
    fields: { [`filter.${attribute}`]: [why] },
  });
