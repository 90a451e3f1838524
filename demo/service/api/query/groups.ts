import { sql, type RawBuilder } from 'kysely';
import type { Browsing } from '../paging.ts';
import { attributes, column, type Attributes } from './attribute.ts';
import { conditionOf } from './condition.ts';
import { readFilters } from './filter.ts';

/** The filters of an address as one condition, for what is counted: they choose the records, not the groups. */
export function whereFilters(url: URL, of: Attributes): RawBuilder<boolean> {
  const conditions = readFilters(url, of).map(conditionOf);
  return conditions.length ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;
}

/** How groups are browsed: filtered before they were counted, sorted by what they have. */
export const groupBrowsing = (order: string, { hasTotal = true } = {}): Browsing => ({
  order,
  filtered: true,
  attributes: attributes({
    key: column('text', 'key'),
    count: column('number', 'count'),
    ...(hasTotal && { total: { kind: 'number', sql: sql`total::numeric` } }),
    // What is as many comes by its key, and by its unit.
    id: hasTotal
      ? { kind: 'text', sql: sql`concat_ws(' ', key, currency, to_jsonb(grouped) ->> 'unit')` }
      : column('text', 'key'),
  }),
});
