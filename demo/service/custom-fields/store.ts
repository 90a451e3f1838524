import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { recordsTable } from '../records/table.ts';
import type { Fieldable } from './models.ts';

export const customFieldTable = recordsTable('custom-field');

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
