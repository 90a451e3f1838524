import { sql, type RawBuilder } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shapes/shape.ts';
import { viewOf } from '../crud/fields.ts';
import type { ViewContext } from '../crud/resource.ts';
import { rowsWithin } from '../crud/store.ts';
import { fromJson, fromRow, matching, type Stored, type StoredAsJson, tableOf } from '../crud/tables.ts';

export interface Definitions {
  readonly model: string;
  /** The field of an instance that names its definition. */
  readonly field: string;
  readonly shape: AnyShape;
  readonly computed?: Readonly<Record<string, (record: Stored) => unknown>>;
  readonly withRelated?: (viewing: ViewContext, records: readonly Stored[]) => Promise<Stored[]>;
  /** What `joined` would ask for, as a jsonb object about the row `definition`: it finds it there, and asks nothing. */
  readonly along?: RawBuilder<unknown>;
}

/** Where a row brings its definition along. */
const BROUGHT = 'definition_row';

/** Instances show their definition as it is now (ASSUMPTION G55), as far as who asks may see it. */
export const withDefinition =
  ({ model, field, shape, computed, withRelated: joined }: Definitions) =>
  async (viewing: ViewContext, records: readonly Stored[]): Promise<Stored[]> => {
    const found = broughtBy(records, field);
    const missing = records.map((record) => record[field] as number | null);
    const asked = missing.filter((id): id is number => id !== null && !found.has(id));
    for (const [id, record] of await recordsById(viewing, model, asked)) found.set(id, record);
    const definitions = joined ? await joined(viewing, [...found.values()]) : [...found.values()];
    const views = new Map(
      definitions.map((definition) => [
        definition.id,
        viewOf(shape, definition, viewing.principal, computed ?? {}),
      ]),
    );
    return records.map((record) => ({ ...record, definition: views.get(record[field] as number) ?? null }));
  };

/** A column for a statement that asks for instances: it then needs no second one for their definitions. */
export function bringDefinition(
  instances: string,
  { model, field, along }: Pick<Definitions, 'model' | 'field' | 'along'>,
) {
  const { name, fixed } = tableOf(model);
  return sql<StoredAsJson | null>`(
    select to_jsonb(definition)${along ? sql` || ${along}` : sql``} from ${sql.table(name)} as definition
    where definition.id = ${sql.ref(`${instances}.${field}`)} and ${matching(fixed)})`.as(BROUGHT);
}

function broughtBy(records: readonly Stored[], field: string): Map<number, Stored> {
  const found = new Map<number, Stored>();
  for (const record of records) {
    const id = record[field] as number | null;
    const row = record[BROUGHT] as StoredAsJson | null | undefined;
    if (id !== null && row && !found.has(id)) found.set(id, fromRow(fromJson(row)));
  }
  return found;
}

/** Records of a model by their ids; those that do not exist are missing. */
export async function recordsById(
  { db }: Pick<ViewContext, 'db'>,
  model: string,
  ids: readonly number[],
): Promise<Map<number, Stored>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsWithin(db, tableOf(model), {})
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}
