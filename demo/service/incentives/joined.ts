import type { AnyShape } from '../../../src/services/shapes/shape.ts';
import { viewOf } from '../records/fields.ts';
import type { Viewing } from '../records/resource.ts';
import { rowsWithin } from '../records/store.ts';
import { join, type Stored } from '../records/table.ts';
import { tableOf } from '../records/tables.ts';

export interface Definitions {
  readonly model: string;
  /** The field of an instance that names its definition. */
  readonly field: string;
  readonly shape: AnyShape;
  readonly computed?: Readonly<Record<string, (record: Stored) => unknown>>;
  readonly joined?: (viewing: Viewing, records: readonly Stored[]) => Promise<Stored[]>;
}

/** Instances show their definition as it is now (ASSUMPTION G55), as far as who asks may see it. */
export const withDefinition =
  ({ model, field, shape, computed, joined }: Definitions) =>
  async (viewing: Viewing, records: readonly Stored[]): Promise<Stored[]> => {
    const named = records.map((record) => record[field] as number | null).filter((id) => id !== null);
    const found = await recordsById(viewing, model, named);
    const definitions = joined ? await joined(viewing, [...found.values()]) : [...found.values()];
    const views = new Map(
      definitions.map((definition) => [
        definition.id,
        viewOf(shape, definition, viewing.principal, computed ?? {}),
      ]),
    );
    return records.map((record) => ({ ...record, definition: views.get(record[field] as number) ?? null }));
  };

/** Records of a model by their ids; those that do not exist are missing. */
export async function recordsById(
  { db }: Pick<Viewing, 'db'>,
  model: string,
  ids: readonly number[],
): Promise<Map<number, Stored>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsWithin(db, tableOf(model), {})
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, join(row)]));
}
