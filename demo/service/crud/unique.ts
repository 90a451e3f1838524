import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../api/problem.ts';
import type { Resource, Values } from './resource.ts';
import { rowsWithin, type Bounds } from './store.ts';
import { tableOf } from './tables.ts';

/**
 * No two records have such a field in common: 409 (G21). The value is locked first, so that of two that are
 * added at the same time the second sees the first.
 */
export async function checkUnique(
  work: Database,
  { unique = [], model, table = tableOf(model) }: Resource,
  bounds: Bounds,
  values: Values,
  except?: number | string,
): Promise<void> {
  for (const field of unique) {
    const value = values[field];
    if (value === undefined || value === null) continue;
    const text = String(value);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${model} ${field} ${text}`}, 0))`.execute(
      work,
    );
    const same = table.columns.includes(field)
      ? sql<boolean>`${sql.ref(field)} = ${text}`
      : sql<boolean>`fields ->> ${sql.lit(field)} = ${text}`;
    const other = await rowsWithin(work, table, bounds).where(same).limit(2).execute();
    if (other.some(({ id }) => id !== except))
      throw conflict(`There is another ${model} with this ${field}.`);
  }
}
