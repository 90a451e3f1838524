import { customFieldShape } from '../../../src/services/shapes/custom-field.ts';
import { viewOf } from '../records/fields.ts';
import type { Viewing } from '../records/resource.ts';
import { join, type Stored } from '../records/table.ts';
import { recordsById } from './joined.ts';

/** A credit definition (spec 2.6) with its region, its currency and its custom fields. */
export async function joinCreditDefinitions(
  viewing: Viewing,
  definitions: readonly Stored[],
): Promise<Stored[]> {
  const ids = (field: string) =>
    definitions.map((one) => one[field]).filter((id): id is number => typeof id === 'number');
  const regions = await recordsById(viewing, 'region', ids('region_id'));
  const currencies = await recordsById(viewing, 'currency', ids('currency_id'));
  const fields = await customFieldsOf(viewing, definitions);
  return definitions.map((definition) => {
    const region = regions.get(definition['region_id'] as number);
    const currency = currencies.get(definition['currency_id'] as number);
    return {
      ...definition,
      region: region ? { id: region.id, name: region['name'], handle: region['handle'] } : null,
      currency: currency?.['code'] ?? null,
      custom_fields: fields.get(`credit-definition:${definition.id}`) ?? [],
    };
  });
}

async function customFieldsOf({ db, principal }: Viewing, definitions: readonly Stored[]) {
  const found = new Map<string, unknown[]>();
  if (definitions.length === 0) return found;
  const parents = definitions.map(({ id }) => `credit-definition:${id}`);
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('resource', '=', 'custom-field')
    .where('parent', 'in', parents)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const [type, id] = (row.parent ?? '').split(':');
    const of = { custom_fieldable_type: type, custom_fieldable_id: id };
    const view = viewOf(customFieldShape, { ...join(row), ...of }, principal);
    found.set(row.parent ?? '', [...(found.get(row.parent ?? '') ?? []), view]);
  }
  return found;
}
