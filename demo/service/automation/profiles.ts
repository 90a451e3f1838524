import { profileShape } from '../../../src/services/contract/profiles.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { invalid, Problem } from '../api/problem.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { conditionOf } from '../api/query/condition.ts';
import { readFilters } from '../api/query/filter.ts';
import { viewOf } from '../crud/fields.ts';
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

/** Profiles that match `{tier: 'gold', birthday_in_days: {lte: 7}}`: filters of 4.2.1 as JSON. Throws 422 on `query`. */
export function profilesOfQuery(db: Database, query: Readonly<Record<string, unknown>>, at: AsOf) {
  const url = new URL('http://query/');
  const attributes = new Map(profileAttributes(at));
  for (const [attribute, condition] of Object.entries(query)) {
    const found = namedAttribute(attribute, isNumeric(condition));
    if (found) attributes.set(attribute, found);
    if (typeof condition === 'object' && condition !== null) {
      for (const [operator, value] of Object.entries(condition)) {
        url.searchParams.append(`filter[${attribute}][${operator}]`, plain(attribute, value));
      }
    } else url.searchParams.append(`filter[${attribute}]`, plain(attribute, condition));
  }
  let chosen = rowsWithin(db, table, {}).orderBy('id');
  for (const filter of filtersOf(url, attributes)) chosen = chosen.where(conditionOf(filter));
  return chosen;
}

/** As `readFilters`; errors name the field `query`. */
function filtersOf(url: URL, attributes: Attributes) {
  try {
    return readFilters(url, attributes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const faults = Object.entries(error.details.errors ?? {});
    throw invalid(
      Object.fromEntries(faults.map(([name, texts]) => [name.replace('filter', 'query'), texts])),
    );
  }
}

/** `{gte: 3}` and `3`, but not `"3"`. */
const isNumeric = (condition: unknown): boolean =>
  (typeof condition === 'object' && condition !== null ? Object.values(condition) : [condition]).every(
    (one) => typeof one === 'number',
  );

function plain(attribute: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => plain(attribute, one)).join(',');
  if (typeof value === 'object' || value === undefined) {
    throw invalid({ [`query.${attribute}`]: ['The value has to be text, a number, true or false.'] });
  }
  return String(value);
}

/** A profile in the form of its shape. */
export const profileAsShape = (record: Stored, principal: Principal) =>
  viewOf(profileShape, record, principal, {
    full_name: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
    statuses: (profile) => profile['statuses'] ?? [],
    tags: (profile) => profile['tags'] ?? [],
  });
