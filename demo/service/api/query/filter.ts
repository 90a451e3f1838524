import { PAGE_NUMBER, PAGE_SIZE } from '../../../../src/services/transport/query.ts';
import { invalid } from '../problem.ts';
import type { Attribute, Attributes } from './attribute.ts';

/** The nine operators (spec 4.2.1). `not_has` is for related attributes, of which we have none. */
export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'nullable'] as const;
export type Operator = (typeof operators)[number];

export interface Filter {
  /** Of the attribute, as the request names it. */
  readonly name: string;
  readonly attribute: Attribute;
  readonly operator: Operator;
  /** One text, or for `in` and `not_in` the texts between the commas. */
  readonly value: string;
  readonly values: readonly string[];
}

/** Limits of a query, far above real requests. */
const MAX_FILTERS = 50;
const MAX_QUERY_CHARACTERS = 8_192;
const MAX_VALUE_CHARACTERS = 1_000;
const MAX_LIST_ITEMS = 200;

const FILTER = /^filter\[([^[\]]{1,64})\](?:\[([^[\]]{0,32})\])?$/;

/**
 * Reads `filter[attribute]=value` and `filter[attribute][operator]=value`. Unknown names are 422 and not ignored
 * (ASSUMPTION): an ignored filter would return too many records. So are the filters that the interface does not describe
 * (ASSUMPTION).
 */
export function readFilters(url: URL, attributes: Attributes): Filter[] {
  checkQuery(url);
  const given = [...url.searchParams].filter(([name]) => name.startsWith('filter'));
  if (given.length > MAX_FILTERS) throw refused('filter', `There are at most ${MAX_FILTERS} filters.`);
  return given.map(([name, value]) => {
    const [, attributeName = '', operatorName = 'eq'] = FILTER.exec(name) ?? [];
    if (attributeName === '') throw refused('filter', 'Filters have the form filter[attribute][operator].');
    const field = `filter.${attributeName}`;
    const attribute = attributes.get(attributeName);
    if (!attribute) throw refused(field, noFilter(attributeName, attributes));
    const operator = operators.find((one) => one === operatorName);
    if (!operator)
      throw refused(field, `There is no operator ${operatorName}: one of ${operators.join(', ')}.`);
    const values = operator === 'in' || operator === 'not_in' ? listOf(value) : [value];
    if (value.length > MAX_VALUE_CHARACTERS && values.length < 2)
      throw refused(field, 'The value is too long.');
    if (values.length > MAX_LIST_ITEMS) throw refused(field, `There are at most ${MAX_LIST_ITEMS} values.`);
    if (operator !== 'nullable') for (const one of values) checkValue(field, attribute, operator, one);
    return { name: attributeName, attribute, operator, value, values };
  });
}

/** The message for an unknown filter: it names those that the list has. */
export const noFilter = (name: string, attributes: Attributes): string =>
  attributes.size === 0
    ? `There is no filter ${name}: this list has none.`
    : `There is no filter ${name}: this list has ${[...attributes.keys()].join(', ')}.`;

/** Shared filters that the interface names and does not describe (spec 4.2.1), in any form: `json_contains[meta]`. */
const NOT_OFFERED = /^(search_with|custom_field|json_contains)(\[|\.|$)/;

/** Checks the whole query; also for endpoints without filters. */
export function checkQuery(url: URL): void {
  for (const name of url.searchParams.keys()) {
    const [, shared] = NOT_OFFERED.exec(name) ?? [];
    if (shared) throw refused(shared, `There is no filter ${shared}: use filter[attribute][operator].`);
  }
  if (url.search.length > MAX_QUERY_CHARACTERS) throw refused('query', 'The query is too long.');
}

/** The parameters of every list besides its filters. */
const LIST_PARAMETERS: readonly string[] = [PAGE_NUMBER, PAGE_SIZE, 'sort'];
/** Names that other interfaces have for paging: as unknown ones they would answer the first page again and again. */
const OTHER_PAGING = /^(page|per_?page|limit|offset|start|cursor|after|before|page\[.*\])$/i;

/** Throws 422 for a parameter that a list does not have: ignored, it would answer other records than those asked for. */
export function checkParameters(url: URL, own: readonly string[]): void {
  for (const name of url.searchParams.keys()) {
    if (name.startsWith('filter') || LIST_PARAMETERS.includes(name) || own.includes(name)) continue;
    if (NOT_OFFERED.test(name)) continue;
    const field = name.slice(0, 64);
    if (OTHER_PAGING.test(name))
      throw refused(field, `There is no parameter ${field}: pages have ${PAGE_NUMBER} and ${PAGE_SIZE}.`);
    const known = ['filter[attribute][operator]', ...LIST_PARAMETERS, ...own];
    throw refused(field, `There is no parameter ${field}: a list has ${known.join(', ')}.`);
  }
}

/** Items of a list: spaces around them are trimmed, empty ones ignored, and a comma cannot be escaped (ASSUMPTION). */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Texts of boolean values: ASSUMPTION. */
export const booleanValues: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

function checkValue(field: string, { kind }: Attribute, operator: Operator, value: string): void {
  const ordered = operator !== 'eq' && operator !== 'ne' && operator !== 'in' && operator !== 'not_in';
  if (kind === 'items' && ordered) throw refused(field, `${operator} does not apply to a list.`);
  if (value.includes('\0')) throw refused(field, 'The value has an invalid format.');
  if (kind === 'number' && !NUMBER.test(value)) throw refused(field, 'The value has to be a number.');
  if (kind === 'boolean' && !booleanValues.has(value))
    throw refused(field, 'The value has to be 1, 0, true or false.');
  if ((kind === 'moment' || kind === 'day') && !isDay(value)) {
    throw refused(field, 'The value has to be a date, YYYY-MM-DD.');
  }
}

/** Whether it is a calendar day in the form of spec 4.2.1; 30 February is not. PostgreSQL has no year 0. */
export function isDay(value: string): boolean {
  if (!DAY.test(value) || value.startsWith('0000')) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

const refused = (field: string, message: string) => invalid({ [field]: [message] });
