import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  batchDeleteCustomFields,
  customAttributes,
  searchCustomFields,
} from '../../../../src/services/contract/endpoints/index.ts';
import { customFieldShape, type CustomField } from '../../../../src/services/contract/common.ts';
import { MAX_BATCH_BYTES } from '../../../../src/services/contract/envelope.ts';
import { checkReadable } from '../../auth/record-scopes.ts';
import { browse } from '../../api/paging.ts';
import { route, type KnownCall, type Route } from '../../api/route.ts';
import { findList } from '../../lists/list-rows.ts';
import { attributesOf } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { rowsWithin } from '../store.ts';
import { viewsOf } from '../views.ts';
import {
  checkTyped,
  customFieldTable,
  defaults,
  findFieldable,
  parentOf,
  readableModels,
  removeCustomFields,
  scopeOfModel,
  tenant,
  type Fieldable,
} from './store.ts';
import type { Values } from '../tables.ts';

type Find = (call: KnownCall, path: Readonly<Record<string, string>>) => Promise<Fieldable>;

/** The record of a model whose id is a path parameter. */
const recordOf =
  (model: string, parameter: string): Find =>
  ({ db }, path) =>
    findFieldable(db, model, path[parameter] ?? '');

/** Functions that find the record with the custom fields, by the beginning of the operation ids. */
const finders: Readonly<Record<string, Find>> = {
  'custom-fields': async ({ db, principal }, path) => {
    const fieldable = await findFieldable(db, path['model'] ?? '', path['id'] ?? '');
    checkReadable(principal, [scopeOfModel(fieldable.model)], 'This record');
    return fieldable;
  },
  'tenants.custom-fields': async () => tenant,
  'locations.custom-fields': recordOf('location', 'location'),
  'transactions.custom-fields': recordOf('transaction', 'transaction'),
  'profiles.attributes.custom': ({ db, profileId = '' }) => findFieldable(db, 'profile', profileId),
  'profiles.lists.custom-fields': async ({ db, profileId = '' }, path) => {
    const list = await findList(db, profileId, path['list'] ?? '');
    return { model: 'list', id: String(list.id), profileId };
  },
};

/** Custom fields (spec 2.7) below each kind of record, identified by their handle. */
export const customFieldResources: readonly Resource[] = Object.entries(finders).map(([id, find]) => {
  const fieldable = (call: KnownCall) => find(call, call.path);
  return {
    id,
    model: 'custom-field',
    shape: customFieldShape,
    key: 'handle',
    defaults,
    partOf: async (call) => parentOf(await fieldable(call)),
    adding: async (call, values) => {
      const { model, id: recordId, profileId } = await fieldable(call);
      checkTyped(values);
      return {
        ...withDefaults(values),
        ...(profileId !== null && { profile_id: profileId }),
        custom_fieldable_type: model,
        custom_fieldable_id: recordId,
      };
    },
    editing: async (_, record, values) => {
      checkTyped({ ...record, ...values });
      return withDefaults(values);
    },
  };
});

/** Null resets a field to its default. */
const withDefaults = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(defaults).filter(([name]) => values[name] === null)),
});

export const customFieldAttributes = attributesOf(customFieldShape, customFieldTable);
const views = (call: KnownCall, rows: readonly Record<string, unknown>[]): Promise<CustomField[]> =>
  viewsOf({ shape: customFieldShape }, call, rows);

/** Custom fields of all records, and their definitions. */
export const customFieldRoutes: readonly Route[] = [
  route(searchCustomFields, (call) =>
    browse(
      call,
      rowsWithin(call.db, customFieldTable, {}).where(
        sql<boolean>`fields ->> 'custom_fieldable_type' = any(${readableModels(call.principal)}::text[])`,
      ),
      (rows) => views(call, rows),
      { attributes: customFieldAttributes },
    ),
  ),

  // The custom fields of profiles: each handle once, without values.
  route(customAttributes, (call) =>
    browse(
      call,
      call.db
        .selectFrom((from) =>
          from
            .selectFrom('records')
            .selectAll()
            .distinctOn(sql`fields ->> 'handle'`)
            .where('resource', '=', 'custom-field')
            .where(sql<boolean>`fields @> '{"custom_fieldable_type": "profile"}'`)
            .orderBy(sql`fields ->> 'handle'`)
            .orderBy('id')
            .as('records'),
        )
        .selectAll(),
      (rows) =>
        views(
          call,
          rows.map((row) => ({ ...row, fields: { ...row.fields, value: '', custom_fieldable_id: '' } })),
        ),
      { attributes: customFieldDefinitionAttributes, order: 'handle' },
    ),
  ),

  {
    ...route(batchDeleteCustomFields, async ({ db, path, body, note, principal }) => {
      const fieldable = await findFieldable(db, path.model, path.id);
      checkReadable(principal, [scopeOfModel(fieldable.model)], 'This record');
      await removeCustomFields(db, fieldable, body);
      note({ changes: { removed: body } });
      // Deleted at once, because one statement is faster than a queue.
      return { data: { id: randomUUID(), status: 'done' } };
    }),
    status: 202,
    maxBytes: MAX_BATCH_BYTES,
    model: 'custom-field',
  },
];

/** Attributes of the definition of a custom field; its values have no filter. */
export const customFieldDefinitionAttributes = new Map(
  [...customFieldAttributes].filter(([name]) =>
    ['name', 'handle', 'namespace', 'type', 'is_index', 'created_at'].includes(name),
  ),
);
