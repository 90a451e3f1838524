import { savedFilterShape } from '../../../src/services/contract/configuration/reference-data.ts';
import { invalid } from '../api/problem.ts';
import { profileAttributesOfStaff } from '../profiles/profile-views.ts';
import { redemptionAttributes } from '../redemptions/redemption-attributes.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { noFilter, operators } from '../api/query/filter.ts';
import { noSortKey } from '../api/query/sort.ts';
import type { Resource } from '../crud/resource.ts';
import { staffAttributes } from '../crud/routes.ts';
import { type Values } from '../crud/tables.ts';

/** Saved filters: they have to name a model that can be browsed, and attributes and operators that it has. */
export function savedFilters(resources: readonly Resource[]): Resource {
  const attributesFor = (model: string): Attributes | undefined => {
    if (model === 'redemption') return redemptionAttributes;
    if (model === 'profile') return profileAttributesOfStaff;
    const resource = resources.find((one) => one.model === model);
    return resource && staffAttributes(resource);
  };

  function check(values: Values): Values {
    const { model, filter, sort } = values;
    const attributes = attributesFor(String(model));
    if (!attributes) throw invalid({ model: [`There is no model ${String(model)} to filter.`] });
    for (const [name, condition] of Object.entries(filter ?? {})) {
      if (!attributes.has(name)) throw invalid({ [`filter.${name}`]: [noFilter(name, attributes)] });
      const used = typeof condition === 'object' && condition !== null ? Object.keys(condition) : [];
      const unknown = used.find((operator) => !operators.some((one) => one === operator));
      if (unknown !== undefined) throw invalid({ [`filter.${name}`]: [`There is no operator ${unknown}.`] });
    }
    for (const key of typeof sort === 'string' ? sort.split(',') : []) {
      if (!attributes.has(key.trim().replace(/^-/, ''))) throw invalid({ sort: [noSortKey(attributes)] });
    }
    return values;
  }

  return {
    id: 'saved-filters',
    model: 'saved-filter',
    shape: savedFilterShape,
    adding: async (_, values) => check(values),
    editing: async (_, record, values) => {
      check({ ...record, ...values });
      return values;
    },
  };
}
