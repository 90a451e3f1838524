import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { invalid } from '../../api/problem.ts';
import { isDay } from '../../api/query/filter.ts';
import { type Values, tableOf } from '../tables.ts';
import type { Fieldable } from './models.ts';

export const customFieldTable = tableOf('custom-field');

/** What custom fields are part of, as records say it: `list:5`. */
export const partOf = ({ model, id }: Fieldable): string => `${model}:${id}`;

/** All ten fields are strings (rule R42): these have a value without being sent. */
export const defaults = { namespace: 'custom', value: '', type: 'text', is_index: '0' };

/** Takes the named custom fields from a record; names it does not have are gone already. */
export async function removeCustomFields(
  work: Database,
  fieldable: Fieldable,
  handles: readonly string[],
): Promise<void> {
  await work
    .deleteFrom('records')
    .where('resource', '=', 'custom-field')
    .where('parent', '=', partOf(fieldable))
    .where(sql<boolean>`fields ->> 'handle' = any(${[...handles]}::text[])`)
    .execute();
}

/** What a value of a type is written like. A type that is not here takes any text; an empty value is none (G4). */
const FORMS: Readonly<Record<string, readonly [form: RegExp, words: string]>> = {
  integer: [/^-?\d{1,18}$/, 'a whole number'],
  number: [/^-?\d{1,18}(\.\d{1,18})?$/, 'a number'],
  decimal: [/^-?\d{1,18}(\.\d{1,18})?$/, 'a number'],
  boolean: [/^(0|1|true|false)$/, '1, 0, true or false'],
  date: [/^\d{4}-\d\d-\d\d$/, 'a date, YYYY-MM-DD'],
};

/** Throws 422 for a value that is not of its type. */
export function checkTyped({ type, value }: Values): void {
  const [form, words] = FORMS[String(type)] ?? [];
  if (!form || typeof value !== 'string' || value === '') return;
  if (!form.test(value) || (type === 'date' && !isDay(value)))
    throw invalid({
      value: [`The value field has to be ${words}: the type of this field is ${String(type)}.`],
    });
}
