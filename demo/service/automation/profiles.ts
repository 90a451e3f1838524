import { profileShape } from '../../../src/services/contract/profiles.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { conditionOf } from '../api/query/condition.ts';
import type { Filter } from '../api/query/filter.ts';
import { viewOf } from '../crud/fields.ts';
import { checkNames, filtersOfJson } from '../crud/stored-filters.ts';
import { rowsWithin } from '../crud/store.ts';
import { type Stored, tableOf } from '../crud/tables.ts';
import { namedAttribute, profileAttributes, type AsOf } from './profile-attributes.ts';
import { programmeSettings } from '../programme/programme.ts';

const table = tableOf('profile', profileShape);

/** A time with the settings of the programme, which define its calendar day for a query. */
export const asOf = async (db: Database, now = new Date()): Promise<AsOf> => ({
  now,
  settings: await programmeSettings(db),
});

type Query = Readonly<Record<string, unknown>>;

/** Profiles that match `{tier: 'gold', birthday_in_days: {lte: 7}}`: filters of 4.2.1 as JSON. Throws 422 on `query`. */
export function profilesOfQuery(db: Database, query: Query, at: AsOf) {
  let chosen = rowsWithin(db, table, {}).orderBy('id');
  for (const filter of filtersOf(query, at)) chosen = chosen.where(conditionOf(filter));
  return chosen;
}

/** Throws 422 for a query that is invalid, or names a tier, achievement, aggregation or custom field that does not exist. */
export const checkQuery = (db: Database, query: Query, at: AsOf): Promise<void> =>
  checkNames(db, 'query', filtersOf(query, at));

function filtersOf(query: Query, at: AsOf): Filter[] {
  const attributes = new Map(profileAttributes(at));
  for (const [attribute, condition] of Object.entries(query)) {
    const found = namedAttribute(attribute, isNumeric(condition));
    if (found) attributes.set(attribute, found);
  }
  return filtersOfJson('query', query, attributes);
}

/** `{gte: 3}` and `3`, but not `"3"`. */
const isNumeric = (condition: unknown): boolean =>
  (typeof condition === 'object' && condition !== null ? Object.values(condition) : [condition]).every(
    (one) => typeof one === 'number',
  );

/** A profile in the form of its shape. */
export const profileAsShape = (record: Stored, principal: Principal) =>
  viewOf(profileShape, record, principal, {
    full_name: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
    statuses: (profile) => profile['statuses'] ?? [],
    tags: (profile) => profile['tags'] ?? [],
  });
