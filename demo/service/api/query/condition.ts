import { sql, type RawBuilder } from 'kysely';
import { booleanValues, type Filter } from './filter.ts';

type Condition = RawBuilder<boolean>;

/** A filter as SQL. The expression comes from the code, the value is a bound parameter. */
export function conditionOf(filter: Filter): Condition {
  const { attribute, operator, values } = filter;
  if (operator === 'nullable') return emptiness(filter);
  if (attribute.kind === 'items') return itemsCondition(filter);
  if (attribute.kind === 'moment') return momentCondition(filter);
  if (attribute.oneOf && !(operator in comparisons)) {
    const isOne = attribute.oneOf(values);
    return operator === 'eq' || operator === 'in' ? isOne : sql`not ${isOne}`;
  }
  const left = attribute.sql;
  if (operator in comparisons)
    return sql`${left} ${comparisons[operator as keyof typeof comparisons]} ${bound(filter, filter.value)}`;
  const isText = attribute.kind === 'text';
  const wanted = isText ? values.flatMap(spellingsOf) : values;
  if (operator === 'eq' && attribute.equals)
    return sql`(${sql.join(wanted.map(attribute.equals), sql` or `)})`;
  const isPositive = operator === 'eq' || operator === 'in';
  if (wanted.length === 0) return isPositive ? sql`false` : sql`true`;
  const list = sql.join(wanted.map((value) => bound(filter, value)));
  // An empty attribute counts as not equal: ASSUMPTION.
  return isPositive ? sql`${left} in (${list})` : sql`(${left} is null or ${left} not in (${list}))`;
}

/** Composed and decomposed letters are one text. Always three values: the statement is the same for each, and an index supports it. */
const spellingsOf = (value: string): readonly string[] => [
  value,
  value.normalize('NFC'),
  value.normalize('NFD'),
];

const comparisons = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
} as const;

function bound({ attribute: { kind } }: Filter, value: string): RawBuilder<unknown> {
  if (kind === 'number') return sql`${value}::numeric`;
  if (kind === 'day') return sql`${value}::date`;
  if (kind === 'boolean') return sql`${booleanValues.get(value) ?? false}::boolean`;
  return sql`${value}::text`;
}

/** `nullable=1`: the attribute is empty; any other value: it is set. */
function emptiness({ attribute: { kind, sql: left }, value }: Filter): Condition {
  const empty =
    kind === 'items'
      ? sql<boolean>`(${left} is null or ${left} in ('null', '[]', '{}'))`
      : kind === 'text'
        ? sql<boolean>`(${left} is null or ${left} = '')`
        : sql<boolean>`${left} is null`;
  return value === '1' ? empty : sql`not ${empty}`;
}

/** A list matches when one of its elements equals the value: ASSUMPTION. */
function itemsCondition({ attribute: { sql: left }, operator, values }: Filter): Condition {
  if (values.length === 0) return operator === 'not_in' ? sql`true` : sql`false`;
  const has = sql<boolean>`exists (
    select from jsonb_array_elements_text(case when jsonb_typeof(${left}) = 'array' then ${left} else '[]' end) as item
    where item in (${sql.join(values.flatMap(spellingsOf).map((value) => sql`${value}::text`))}))`;
  return operator === 'eq' || operator === 'in' ? has : sql`not ${has}`;
}

/** A date against a moment means that whole day, in UTC: ASSUMPTION. */
function momentCondition({ attribute: { sql: left }, operator, values }: Filter): Condition {
  const start = (day: string) => sql`(${day}::date at time zone 'UTC')`;
  const end = (day: string) => sql`((${day}::date + 1) at time zone 'UTC')`;
  const within = (day: string) => sql<boolean>`(${left} >= ${start(day)} and ${left} < ${end(day)})`;
  const [day = ''] = values;
  switch (operator) {
    case 'gt':
      return sql`${left} >= ${end(day)}`;
    case 'gte':
      return sql`${left} >= ${start(day)}`;
    case 'lt':
      return sql`${left} < ${start(day)}`;
    case 'lte':
      return sql`${left} < ${end(day)}`;
    default: {
      const any = values.length
        ? sql<boolean>`(${sql.join(values.map(within), sql` or `)})`
        : sql<boolean>`false`;
      return operator === 'eq' || operator === 'in' ? any : sql`(${left} is null or not ${any})`;
    }
  }
}
