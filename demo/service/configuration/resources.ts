import * as of from '../../../src/services/contract/shapes/records/configuration.ts';
import type { Resource } from '../crud/resource.ts';
import { checkConnection } from '../platform/sync/check-connection.ts';

/** Plain resources of the section Configuration, but for the definitions of incentives and of roles. */
export const configurationResources: readonly Resource[] = [
  { id: 'brands', model: 'brand', shape: of.brandShape },
  {
    id: 'countries',
    model: 'country',
    shape: of.countryShape,
    unique: ['code'],
  },
  {
    id: 'currencies',
    model: 'currency',
    shape: of.currencyShape,
    defaults: { decimals: 2 },
    unique: ['code'],
    fixedInUse: ['code', 'decimals'],
  },
  {
    id: 'departments',
    model: 'department',
    shape: of.departmentShape,
    hierarchyField: 'parent_id',
  },
  {
    id: 'regions',
    model: 'region',
    shape: of.regionShape,
  },
  {
    id: 'profiles.regions',
    model: 'profile-region',
    shape: of.profileRegionShape,
  },
  { id: 'rates', model: 'rate', shape: of.rateShape },
  { id: 'systems', model: 'system', shape: of.systemShape },
  { id: 'tags', model: 'tag', shape: of.tagShape },
  { id: 'statuses', model: 'status', shape: of.statusShape },
  {
    id: 'connections.definitions',
    model: 'connection-definition',
    shape: of.connectionDefinitionShape,
    defaults: { settings: [] },
  },
  {
    id: 'connections',
    model: 'connection',
    shape: of.connectionShape,
    defaults: { is_active: true },
    adding: async ({ db }, values) => {
      await checkConnection(db, values);
      return values;
    },
    editing: async ({ db }, before, values) => {
      await checkConnection(db, { ...before, ...values });
      return values;
    },
  },
];
