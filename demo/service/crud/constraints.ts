import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict, invalid } from '../api/problem.ts';
import type { Resource } from './resource.ts';
import { rowsWithin, type RecordScope } from './store.ts';
import { matching, tableOf, type AnyRecord, type Table, type Values } from './tables.ts';

/**
 * Throws 409 for a value of a unique field that another record has. The value is locked first, so that of two
 * concurrent additions the second check sees the first record.
 */
export async function checkUnique(
  work: Database,
  { unique = [], model, table = tableOf(model) }: Resource,
  scope: RecordScope,
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
    const other = await rowsWithin(work, table, scope).where(same).limit(2).execute();
    if (other.some(({ id }) => id !== except))
      throw conflict(`There is another ${model} with this ${field}.`);
  }
}

interface Tree {
  readonly model: string;
  readonly table: Table;
  /** The field that names the parent. */
  readonly field: string;
}

/**
 * Changes of one tree run one after the other: two changes that are valid separately can create a cycle together. Call it before any row
 * is locked: otherwise two requests that move records below each other deadlock.
 */
export async function lockTree(work: Database, model: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${model}`}, 0))`.execute(work);
}

/** Throws 422 where a record would become its own ancestor. Call it under `lockTree`. */
export async function checkAncestors(
  work: Database,
  { model, table, field }: Tree,
  record: AnyRecord,
  values: Values,
): Promise<void> {
  const parent = values[field];
  if (parent === undefined || parent === null) return;
  const { rows } = await sql`
    with recursive ancestors (id) as (
      select ${parent}::bigint
      union
      select (fields ->> ${field})::bigint from ${sql.table(table.name)} as one join ancestors on one.id = ancestors.id
      where ${matching(table.fixed)} and fields ->> ${field} is not null)
    select from ancestors where id = ${record.id}`.execute(work);
  if (rows.length) throw invalid({ [field]: [`The ${model} cannot be its own ancestor.`] });
}
