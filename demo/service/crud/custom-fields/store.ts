import { sql } from 'kysely';
import type { Section } from '../../../../src/services/contract/catalogue.ts';
import { mayUse, type Principal } from '../../auth/principal.ts';
import { scopeFor, type Scope } from '../../auth/scopes.ts';
import type { Database } from '../../database/tables.ts';
import { notFound, invalid } from '../../api/problem.ts';
import { isDay } from '../../api/query/filter.ts';
import { survivorOf } from '../../profiles/merged-names.ts';
import { findRecord } from '../store.ts';
import { tableOf, type Values } from '../tables.ts';

/**
 * Models whose records have custom fields (ASSUMPTION), by the section whose scope reads them: the value of a custom field is as
 * personal as its record. Those of organisations and configuration need the scope of the address alone.
 */
const MODELS: Readonly<Partial<Record<Section, readonly string[]>>> = {
  profiles: ['profile', 'address', 'identity', 'interaction', 'profile-date'],
  lists: ['list', 'list-item', 'list-definition'],
  commerce: [
    'transaction',
    'transaction-item',
    'order',
    'order-item',
    'product',
    'product-variant',
    'custom-product',
    'location',
    'rating',
  ],
  incentives: ['reward', 'benefit', 'point', 'credit', 'tier', 'achievement', 'redemption'].flatMap(
    (model) => [model, `${model}-definition`],
  ),
  organisations: ['organisation', 'user', 'staff', 'role'],
  configuration: [
    'brand',
    'country',
    'currency',
    'department',
    'region',
    'rate',
    'system',
    'tag',
    'status',
    'connection',
    'connection-definition',
  ],
  automation: ['trigger', 'automation', 'target', 'webhook'],
};

const sectionByModel = new Map(
  Object.entries(MODELS).flatMap(([section, models]) =>
    models.map((model) => [model, section as Section] as const),
  ),
);
const models: ReadonlySet<string> = new Set(sectionByModel.keys());

/** The scope to read the records of a model, and their custom fields. */
export const scopeOfModel = (model: string): Scope =>
  scopeFor(sectionByModel.get(model) ?? 'configuration', false);

/** The models of the records whose custom fields a principal may read. */
export const readableModels = (principal: Principal): readonly string[] =>
  [...models, 'tenant'].filter((model) => mayUse(principal, scopeOfModel(model)));

/** The id of the only tenant. */
const TENANT_ID = '1';

/** A record that has custom fields. */
export interface Fieldable {
  readonly model: string;
  readonly id: string;
  /** The profile that it belongs to; of a profile, its own id. */
  readonly profileId: string | null;
}

export const tenant: Fieldable = { model: 'tenant', id: TENANT_ID, profileId: null };

/** The record in a path. Throws 404 for an unknown model or record. */
export async function findFieldable(db: Database, model: string, id: string): Promise<Fieldable> {
  if (model === tenant.model) {
    if (id !== TENANT_ID) throw notFound();
    return tenant;
  }
  if (!models.has(model)) throw notFound();
  const named = model === 'profile' ? await survivorOf(db, id) : id;
  const record = await findRecord(db, tableOf(model), {}, named);
  const owner = model === 'profile' ? record.id : record['profile_id'];
  return { model, id: String(record.id), profileId: typeof owner === 'string' ? owner : null };
}

export const customFieldTable = tableOf('custom-field');

/** The parent of the custom fields of a record: `list:5`. */
export const parentOf = ({ model, id }: Fieldable): string => `${model}:${id}`;

/** Default values. All ten fields of a custom field are strings. */
export const defaults = { namespace: 'custom', value: '', type: 'text', is_index: '0' };

/** Deletes custom fields of a record by their handles; ignores unknown handles. */
export async function removeCustomFields(
  work: Database,
  fieldable: Fieldable,
  handles: readonly string[],
): Promise<void> {
  await work
    .deleteFrom('records')
    .where('resource', '=', 'custom-field')
    .where('parent', '=', parentOf(fieldable))
    .where(sql<boolean>`fields ->> 'handle' = any(${[...handles]}::text[])`)
    .execute();
}

/** Formats of the values of a type. Other types take any text; an empty value means no value. */
const FORMATS: Readonly<Record<string, readonly [format: RegExp, description: string]>> = {
  integer: [/^-?\d{1,18}$/, 'a whole number'],
  number: [/^-?\d{1,18}(\.\d{1,18})?$/, 'a number'],
  decimal: [/^-?\d{1,18}(\.\d{1,18})?$/, 'a number'],
  boolean: [/^(0|1|true|false)$/, '1, 0, true or false'],
  date: [/^\d{4}-\d\d-\d\d$/, 'a date, YYYY-MM-DD'],
};

/** Throws 422 for a value that does not have the format of its type. */
export function checkTyped({ type, value }: Values): void {
  const [format, description] = FORMATS[String(type)] ?? [];
  if (!format || typeof value !== 'string' || value === '') return;
  if (!format.test(value) || (type === 'date' && !isDay(value)))
    throw invalid({
      value: [`The value field has to be ${description}: the type of this field is ${String(type)}.`],
    });
}
