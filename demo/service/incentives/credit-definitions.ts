import { sql } from 'kysely';
import { customFieldShape } from '../../../src/services/shapes/custom-field.ts';
import { attributes } from '../query/attribute.ts';
import { viewOf } from '../records/fields.ts';
import type { Viewing } from '../records/resource.ts';
import { join, type Stored } from '../records/table.ts';
import { recordsById } from './joined.ts';

/** What is joined to them can be filtered by: the code of the currency, and handles of custom fields (G32). */
export const creditDefinitionAttributes = attributes({
  currency: {
    kind: 'text',
    sql: sql`(
      select currency.fields ->> 'code' from records as currency
      where currency.resource = 'currency' and currency.id = (records.fields ->> 'currency_id')::bigint)`,
  },
  custom_fields: {
    kind: 'items',
    sql: sql`(
      select coalesce(jsonb_agg(field.fields -> 'handle'), '[]') from records as field
      where field.resource = 'custom-field' and field.parent = 'credit-definition:' || records.id)`,
  },
});

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
