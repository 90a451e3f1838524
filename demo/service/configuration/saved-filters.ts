import { savedFilterShape } from '../../../src/services/contract/configuration/reference-data.ts';
import { profileShape } from '../../../src/services/contract/profiles.ts';
import { invalid } from '../api/problem.ts';
import { redemptionAttributes } from '../redemptions/redemption-attributes.ts';
import type { Attributes } from '../api/query/attribute.ts';
import { operators } from '../api/query/filter.ts';
import { attributesOf } from '../crud/fields.ts';
import type { Resource } from '../crud/resource.ts';
import { tableOf, type Values } from '../crud/tables.ts';

/** Saved filters: they have to name a model that can be browsed, and attributes and operators that it has. */
export function savedFilters(resources: readonly Resource[]): Resource {
  const attributesFor = (model: string): Attributes | undefined => {
    if (model === 'redemption') return redemptionAttributes;
    if (model === 'profile') return attributesOf(profileShape, tableOf(model));
    const resource = resources.find((one) => one.model === model);
    if (!resource) return undefined;
    const table = resource.table ?? tableOf(model);
    return new Map([...attributesOf(resource.shape, table), ...(resource.attributes ?? [])]);
  };

  function check(values: Values): Values {
    const { model, filter, sort } = values;
    const attributes = attributesFor(String(model));
    if (!attributes) throw invalid({ model: [`There is no model ${String(model)} to filter.`] });
    for (const [name, condition] of Object.entries(filter ?? {})) {
      if (!attributes.has(name)) throw invalid({ [`filter.${name}`]: [`There is no filter ${name}.`] });
      const used = typeof condition === 'object' && condition !== null ? Object.keys(condition) : [];
      const unknown = used.find((operator) => !operators.some((one) => one === operator));
      if (unknown !== undefined) throw invalid({ [`filter.${name}`]: [`There is no operator ${unknown}.`] });
    }
    for (const key of typeof sort === 'string' ? sort.split(',') : []) {
      if (!attributes.has(key.trim().replace(/^-/, '')))
        throw invalid({ sort: ['There is no such key to sort by.'] });
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
