import { sql } from 'kysely';
import { creditDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { customFieldShape } from '../../../src/services/contract/common.ts';
import { attributes } from '../api/query/attribute.ts';
import { viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { fromJson, fromRow, tableOf, type Stored, type StoredAsJson } from '../crud/tables.ts';

export const creditDefinitionTable = tableOf('credit-definition', creditDefinitionShape);

export type CreditDefinition = Stored<typeof creditDefinitionShape, 'credit-definition'>;

/** Filters of fields of related records: the code of the currency, and handles of custom fields. */
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

/** The related records of a credit definition (spec 2.6), as `creditDefinitionParts` selects it. */
interface Parts {
  readonly region: { readonly id: number; readonly name: string; readonly handle: string } | null;
  readonly currency: string | null;
  readonly custom_fields: readonly StoredAsJson[];
}

const named = (resource: string, field: string) => sql`
  resource = ${sql.lit(resource)} and jsonb_typeof(definition.fields -> ${sql.lit(field)}) = 'number'
  and id = (definition.fields ->> ${sql.lit(field)})::numeric::bigint`;

/** Region, currency and custom fields of the row `definition`, in one statement with it. */
export const creditDefinitionParts = sql<{ parts: Parts }>`jsonb_build_object('parts', jsonb_build_object(
  'region', (
    select jsonb_build_object('id', id, 'name', fields -> 'name', 'handle', fields -> 'handle')
    from records where ${named('region', 'region_id')}),
  'currency', (select fields -> 'code' from records where ${named('currency', 'currency_id')}),
  'custom_fields', (
    select coalesce(jsonb_agg(to_jsonb(custom_field) order by custom_field.id), '[]')
    from records as custom_field
    where custom_field.resource = 'custom-field' and custom_field.parent = 'credit-definition:' || definition.id)))`;

/** Credit definitions with their region, their currency and their custom fields. */
export async function withCreditDefinitionParts<Definition extends { readonly id: number | string }>(
  context: ViewContext,
  definitions: readonly Definition[],
) {
  const parts = await partsOf(context, definitions);
  return definitions.map((definition) => {
    const { region = null, currency = null, custom_fields = [] } = parts.get(Number(definition.id)) ?? {};
    return {
      ...definition,
      region,
      currency,
      custom_fields: custom_fields.map((row) => customField(context, row)),
    };
  });
}

async function partsOf(
  { db }: ViewContext,
  definitions: readonly { readonly id: number | string; readonly parts?: unknown }[],
): Promise<Map<number, Parts>> {
  const found = new Map<number, Parts>();
  const missing: number[] = [];
  for (const { id, parts } of definitions) {
    if (hasParts(parts)) found.set(Number(id), parts);
    else missing.push(Number(id));
  }
  if (missing.length === 0) return found;
  const { rows } = await sql<{ id: number; named: { parts: Parts } }>`
    select id, ${creditDefinitionParts} as named from records as definition where id = any(${missing}::bigint[])`.execute(
    db,
  );
  for (const { id, named } of rows) found.set(id, named.parts);
  return found;
}

/** Whether a definition was selected with its parts, by `definitionColumn`. */
const hasParts = (parts: unknown): parts is Parts =>
  typeof parts === 'object' && parts !== null && 'custom_fields' in parts;

function customField({ principal }: ViewContext, row: StoredAsJson) {
  const [type, id] = String(row['parent'] ?? '').split(':');
  const record = { ...fromRow(fromJson(row)), custom_fieldable_type: type, custom_fieldable_id: id };
  return viewOf(customFieldShape, record, principal);
}
