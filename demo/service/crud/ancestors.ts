import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { Values } from './resource.ts';
import { matching, type Stored, type Table } from './table.ts';

interface Tree {
  readonly model: string;
  readonly table: Table;
  /** The field that names the record above. */
  readonly field: string;
}

/**
 * Changes of one tree wait for each other: two that are right alone can make a circle together. Taken before any row is
 * locked, or two that move records below each other would be a deadlock.
 */
export async function lockTree(work: Database, model: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${model}`}, 0))`.execute(work);
}

/** Throws 422 where a record would become its own ancestor. The tree is locked. */
export async function checkAncestors(
  work: Database,
  { model, table, field }: Tree,
  record: Stored,
  values: Values,
): Promise<void> {
  const above = values[field];
  if (above === undefined || above === null) return;
  const { rows } = await sql`
    with recursive ancestors (id) as (
      select ${above}::bigint
      union
      select (fields ->> ${field})::bigint from ${sql.table(table.name)} as one join ancestors on one.id = ancestors.id
      where ${matching(table.fixed)} and fields ->> ${field} is not null)
    select from ancestors where id = ${record.id}`.execute(work);
  if (rows.length) throw invalid({ [field]: [`The ${model} cannot be its own ancestor.`] });
}
