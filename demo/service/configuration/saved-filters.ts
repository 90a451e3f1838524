import { savedFilterShape } from '../../../src/services/contract/configuration/reference-data.ts';
import { invalid } from '../api/problem.ts';
import { profileAttributesOfStaff } from '../profiles/profile-views.ts';
import { redemptionAttributes } from '../redemptions/redemption-attributes.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { noSortKey } from '../api/query/sort.ts';
import type { Resource } from '../crud/resource.ts';
import { staffAttributes } from '../crud/routes.ts';
import { checkNames, filtersOfJson } from '../crud/stored-filters.ts';
import type { Database } from '../database/tables.ts';
import { type Values } from '../crud/tables.ts';

/** Saved filters: they have to name a model that can be browsed, and attributes and operators that it has. */
export function savedFilters(resources: readonly Resource[]): Resource {
  const attributesFor = (model: string): Attributes | undefined => {
    if (model === 'redemption') return redemptionAttributes;
    if (model === 'profile') return profileAttributesOfStaff;
    const resource = resources.find((one) => one.model === model);
    return resource && staffAttributes(resource);
  };

  async function check(db: Database, values: Values, isChanged: boolean): Promise<void> {
    const { model, filter, sort } = values;
    const attributes = attributesFor(String(model));
    if (!attributes) throw invalid({ model: [`There is no model ${String(model)} to filter.`] });
    const filters = filtersOfJson('filter', { ...Object(filter) }, attributes);
    // A record that it names may be gone since: another name for the saved filter is taken nevertheless.
    if (isChanged) await checkNames(db, 'filter', filters);
    for (const key of typeof sort === 'string' ? sort.split(',') : []) {
      if (!attributes.has(key.trim().replace(/^-/, ''))) throw invalid({ sort: [noSortKey(attributes)] });
    }
  }

  return {
    id: 'saved-filters',
    model: 'saved-filter',
    shape: savedFilterShape,
    adding: async ({ db }, values) => {
      await check(db, values, true);
      return values;
    },
    editing: async ({ db }, record, values) => {
      await check(db, { ...record, ...values }, 'filter' in values || 'model' in values);
      return values;
    },
  };
}
