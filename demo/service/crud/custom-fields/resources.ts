import { customFieldShape } from '../../../../src/services/contract/shapes/custom-field.ts';
import { findFieldable, tenant, type Fieldable } from './models.ts';
import { checkTyped, defaults, partOf } from './store.ts';
import type { KnownCall } from '../../api/route.ts';
import { findList } from '../../lists/find-list.ts';
import type { Resource } from '../resource.ts';
import type { Values } from '../tables.ts';

type Find = (call: KnownCall, path: Readonly<Record<string, string>>) => Promise<Fieldable>;

/** The record of a fixed model that a parameter of the path names. */
const named =
  (model: string, parameter: string): Find =>
  ({ db }, path) =>
    findFieldable(db, model, path[parameter] ?? '');

/** Where custom fields are, by the beginning of their operation ids, and how their record is found there. */
const places: Readonly<Record<string, Find>> = {
  'custom-fields': ({ db }, path) => findFieldable(db, path['model'] ?? '', path['id'] ?? ''),
  'tenants.custom-fields': async () => tenant,
  'locations.custom-fields': named('location', 'location'),
  'transactions.custom-fields': named('transaction', 'transaction'),
  'profiles.attributes.custom': ({ db, profileId = '' }) => findFieldable(db, 'profile', profileId),
  'profiles.lists.custom-fields': async ({ db, profileId = '' }, path) => {
    const list = await findList(db, profileId, path['list'] ?? '');
    return { model: 'list', id: String(list.id), profileId };
  },
};

/** One family of custom fields (spec 2.7), wherever they stand in a path; their handles name them there. */
export const customFieldResources: readonly Resource[] = Object.entries(places).map(([id, find]) => {
  const fieldable = (call: KnownCall) => find(call, call.path as Readonly<Record<string, string>>);
  return {
    ...{ id, model: 'custom-field', shape: customFieldShape, key: 'handle', defaults },
    partOf: async (call) => partOf(await fieldable(call)),
    adding: async (call, values) => {
      const { model, id: recordId, profileId } = await fieldable(call);
      checkTyped(values);
      return {
        ...filled(values),
        ...(profileId !== null && { profile_id: profileId }),
        ...{ custom_fieldable_type: model, custom_fieldable_id: recordId },
      };
    },
    editing: async (_, record, values) => {
      checkTyped({ ...record, ...values });
      return filled(values);
    },
  };
});

/** Null gives a field its default again. */
const filled = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(defaults).filter(([name]) => values[name] === null)),
});
