import { sql, type RawBuilder } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { withPictureOnShop } from '../commerce/products.ts';
import { viewOf, type View } from '../crud/fields.ts';
import type { ComputedFields, ViewContext } from '../crud/resource.ts';
import { recordsById } from '../crud/store.ts';
import { fromJson, fromRow, tableOf, type AnyRecord, type StoredAsJson } from '../crud/tables.ts';

/** How the definition of an instance is found and shown. */
export interface DefinitionSource<Shape extends AnyShape = AnyShape> {
  readonly model: string;
  /** The field of an instance that names its definition. */
  readonly field: string;
  readonly shape: Shape;
  readonly computed?: ComputedFields;
  withRelated?(context: ViewContext, records: readonly AnyRecord[]): Promise<readonly AnyRecord[]>;
  /** What `withRelated` would read, as a jsonb object about the row `definition`, so that it needs no separate statement. */
  readonly relatedColumn?: RawBuilder<unknown>;
  /** Columns of an instance with exact amounts. */
  readonly decimals?: readonly string[];
}

/** The column in which a row of an instance has its definition. */
const DEFINITION_ROW = 'definition_row';

/** Instances show their definition as it is now (ASSUMPTION), with the fields that the caller may see. */
export const withDefinition =
  <Shape extends AnyShape>(source: DefinitionSource<Shape>) =>
  async <Instance extends AnyRecord>(
    context: ViewContext,
    records: readonly Instance[],
  ): Promise<(Instance & { readonly definition: View<Shape> | null })[]> => {
    const { model, field, shape, computed } = source;
    const found = selectedDefinitions(records, field);
    const missing = records.flatMap((record) => idIn(record[field]) ?? []).filter((id) => !found.has(id));
    for (const [id, record] of await recordsById<AnyRecord>(context.db, tableOf(model), missing))
      found.set(id, record);
    const all = [...found.values()];
    const definitions = source.withRelated ? await source.withRelated(context, all) : all;
    const views = new Map(
      definitions.map((definition) => [
        definition.id,
        viewOf(shape, withPictureOnShop(definition, context.shopOrigin), context.principal, computed),
      ]),
    );
    return records.map((record) => ({
      ...record,
      definition: views.get(idIn(record[field]) ?? 0) ?? null,
    }));
  };

/**
 * Instances as a JSON list, each with its definition, so that `withDefinition` needs no second statement. Binds no values. Columns in
 * `decimals` are texts, as the driver reads them: a number would lose its trailing zeros.
 */
export function instanceList(
  instances: string,
  where: RawBuilder<boolean>,
  {
    model,
    field,
    relatedColumn,
    decimals = [],
  }: Pick<DefinitionSource, 'model' | 'field' | 'relatedColumn' | 'decimals'>,
): RawBuilder<StoredAsJson[] | null> {
  const { name, fixed } = tableOf(model);
  const ofModel = Object.entries(fixed).map(
    ([column, value]) => sql` and definition.${sql.id(column)} = ${sql.lit(value)}`,
  );
  const texts = decimals.map((column) => sql`, ${sql.lit(column)}, ${sql.id(column)}::text`);
  return sql`(
    select json_agg(to_jsonb(instance) || jsonb_build_object(${sql.lit(DEFINITION_ROW)}, (
      select to_jsonb(definition)${relatedColumn ? sql` || ${relatedColumn}` : sql``}
      from ${sql.table(name)} as definition
      where definition.id = instance.${sql.id(field)}${sql.join(ofModel, sql``)})${sql.join(texts, sql``)}))
    from ${sql.table(instances)} as instance where ${where})`;
}

/** The definitions that the rows of `instanceList` brought along. */
function selectedDefinitions(records: readonly AnyRecord[], field: string): Map<number, AnyRecord> {
  const found = new Map<number, AnyRecord>();
  for (const record of records) {
    const id = idIn(record[field]);
    const row = record[DEFINITION_ROW];
    if (id !== undefined && isObject(row) && !found.has(id)) found.set(id, fromRow(fromJson(row)));
  }
  return found;
}

const idIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const isObject = (value: unknown): value is StoredAsJson => typeof value === 'object' && value !== null;
