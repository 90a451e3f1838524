import { sql, type RawBuilder } from 'kysely';
import { invalid } from '../problem.ts';
import type { Attributes } from './attribute.ts';

const MAX_KEYS = 8;
/** The default order. Keys and ties: ASSUMPTION. */
export const NEWEST_FIRST = '-created_at';

/**
 * The order that `sort=key,-key` asks for, as SQL: keys are the attributes of the filters, a minus sign gives
 * descending order. Ties are ordered by id in the direction of the first key, so that the opposite sort is the exact reverse.
 */
export function orderOf(url: URL, attributes: Attributes, fallback = NEWEST_FIRST): RawBuilder<unknown> {
  const asked = url.searchParams.getAll('sort').join(',') || fallback;
  const keys = asked.split(',').map((key) => key.trim());
  if (keys.length > MAX_KEYS) throw refused(`There are at most ${MAX_KEYS} keys.`);
  const terms = keys.map((key) => term(key, attributes));
  const id = attributes.get('id');
  if (id && !keys.some((key) => key.replace('-', '') === 'id')) {
    terms.push(sql`${id.sql} ${keys[0]?.startsWith('-') ? sql`desc` : sql`asc`}`);
  }
  return sql.join(terms);
}

/** The attributes that a list is sorted by: a list of values has no order. */
export const sortKeys = (attributes: Attributes): string[] =>
  [...attributes].flatMap(([name, { kind }]) => (kind === 'items' ? [] : [name]));

/** The message for an unknown key: it names those that the list has. */
export const noSortKey = (attributes: Attributes): string =>
  `There is no such key to sort by: this list has ${sortKeys(attributes).join(', ') || 'none'}.`;

function term(key: string, attributes: Attributes): RawBuilder<unknown> {
  const descending = key.startsWith('-');
  const attribute = attributes.get(descending ? key.slice(1) : key);
  if (!attribute || attribute.kind === 'items') throw refused(noSortKey(attributes));
  return descending ? sql`${attribute.sql} desc` : sql`${attribute.sql} asc`;
}

const refused = (message: string) => invalid({ sort: [message] });
