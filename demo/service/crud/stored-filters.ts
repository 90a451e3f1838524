import type { Database } from '../database/tables.ts';
import { invalid, Problem } from '../api/problem.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { readFilters, type Filter } from '../api/query/filter.ts';
import { nearest } from '../api/unknown-fields.ts';
import { survivorOf } from '../profiles/merged-names.ts';
import { findRecordIfAny } from './store.ts';
import { tableOf } from './tables.ts';

/**
 * Filters as a record stores them, `{tier: 'gold', birthday_in_days: {lte: 7}}`: those of 4.2.1 as JSON. Throws 422, with `field` as
 * the name of what was sent.
 */
export function filtersOfJson(
  field: string,
  json: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): Filter[] {
  const url = new URL('http://filters/');
  for (const [attribute, condition] of Object.entries(json)) {
    if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) {
      for (const [operator, value] of Object.entries(condition))
        url.searchParams.append(`filter[${attribute}][${operator}]`, plain(field, attribute, value));
    } else url.searchParams.append(`filter[${attribute}]`, plain(field, attribute, condition));
  }
  try {
    return readFilters(url, attributes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const faults = Object.entries(error.details.errors ?? {});
    throw invalid(Object.fromEntries(faults.map(([name, texts]) => [name.replace('filter', field), texts])));
  }
}

function plain(field: string, attribute: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => plain(field, attribute, one)).join(',');
  if (typeof value === 'object' || value === undefined)
    throw invalid({ [`${field}.${attribute}`]: ['The value has to be text, a number, true or false.'] });
  return String(value);
}

/**
 * Throws 422 for filters with the name of something that does not exist, such as an unknown tier. They are checked before they are stored,
 * because afterwards they would find nothing, without an error.
 */
export async function checkNames(db: Database, field: string, filters: readonly Filter[]): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const filter of filters) {
    const fault = (await faultOfName(db, filter)) ?? (await faultOfValues(db, filter));
    if (fault !== undefined) errors[`${field}.${filter.name}`] = [fault];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The error of an attribute whose own name has the handle of a record: `achievement.collector`. */
async function faultOfName(db: Database, { attribute: { among } }: Filter): Promise<string | undefined> {
  if (!among) return undefined;
  const { rows } = await among.handles.execute(db);
  const handles = rows.map(({ handle }) => handle);
  return handles.includes(among.handle) ? undefined : noSuch(among.what, among.handle, handles);
}

/** The error of a value that names no record, or none of the words that the attribute can have. */
async function faultOfValues(db: Database, filter: Filter): Promise<string | undefined> {
  const { attribute, operator, values } = filter;
  const { refersTo, words } = attribute;
  if (!['eq', 'ne', 'in', 'not_in'].includes(operator)) return undefined;
  const unknownWord = words && values.find((value) => !words.includes(value));
  if (unknownWord !== undefined && words) return noSuch('value', unknownWord, words);
  if (!refersTo?.mustExist) return undefined;
  for (const value of values) {
    const named = refersTo.model === 'profile' ? await survivorOf(db, value) : value;
    const [by = 'id'] = refersTo.by;
    if (!(await findRecordIfAny(db, tableOf(refersTo.model), {}, named, { by })))
      return `There is no such ${refersTo.model}: ${value.slice(0, 64)}.`;
  }
  return undefined;
}

const noSuch = (what: string, name: string, known: readonly string[]): string =>
  known.length === 0
    ? `There is no ${what} ${name.slice(0, 64)}: there is none yet.`
    : `There is no ${what} ${name.slice(0, 64)}: the nearest one is ${nearest(name, known)}.`;
