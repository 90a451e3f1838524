import { sql, type RawBuilder } from 'kysely';
import type { Browsing } from '../paging.ts';
import { attributes, column, type Attributes } from './attribute.ts';
import { conditionOf } from './condition.ts';
import { readFilters } from './filter.ts';

/** The filters of an address as one condition. They select the records that are counted, not the groups. */
export function whereFilters(url: URL, of: Attributes): RawBuilder<boolean> {
  const conditions = readFilters(url, of).map(conditionOf);
  return conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;
}

export const groupAttributes = (hasTotal: boolean): Attributes =>
  attributes({
    key: column('text', 'key'),
    count: column('number', 'count'),
    ...(hasTotal && { total: { kind: 'number', sql: sql`total::numeric` } }),
    // Ties are ordered by key, currency and unit.
    id: hasTotal
      ? { kind: 'text', sql: sql`concat_ws(' ', key, currency, to_jsonb(grouped) ->> 'unit')` }
      : column('text', 'key'),
  });

/** Options of `browse` for groups: the records are filtered before they are counted; groups are sorted by their own attributes. */
export const groupBrowsing = (order: string, { hasTotal = true } = {}): Browsing => ({
  order,
  filtered: true,
  attributes: groupAttributes(hasTotal),
});
