import { sql, type RawBuilder } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { withPictureOnShop } from '../commerce/products.ts';
import { viewOf, type View } from '../crud/fields.ts';
import type { ComputedFields, ViewContext } from '../crud/resource.ts';
import { recordsById } from '../crud/store.ts';
import { fromJson, fromRow, matching, tableOf, type AnyRecord, type StoredAsJson } from '../crud/tables.ts';

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
}

/** The column in which a row of an instance has its definition. */
const DEFINITION_ROW = 'definition_row';

/** Instances show their definition as it is now (ASSUMPTION G55), with the fields that the caller may see. */
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

/** Selects the definition with its instance, so that `withDefinition` needs no second statement. */
export function definitionColumn(
  instances: string,
  { model, field, relatedColumn }: Pick<DefinitionSource, 'model' | 'field' | 'relatedColumn'>,
) {
  const { name, fixed } = tableOf(model);
  return sql<StoredAsJson | null>`(
    select to_jsonb(definition)${relatedColumn ? sql` || ${relatedColumn}` : sql``}
    from ${sql.table(name)} as definition
    where definition.id = ${sql.ref(`${instances}.${field}`)} and ${matching(fixed)})`.as(DEFINITION_ROW);
}

/** The definitions that the rows brought along by `definitionColumn`. */
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
