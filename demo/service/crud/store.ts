import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { conflict, notFound } from '../api/problem.ts';
import { recordId } from '../api/views.ts';
import { belonging, join, matching, split, textIds, type Stored, type Table } from './table.ts';

/** What binds a call to some of the records: a profile, a parent. Every statement carries it. */
export type Bounds = Readonly<Record<string, string | number>>;

/** Rows of a resource within bounds, for `browse`. */
export const rowsWithin = (db: Database, table: Table, bounds: Bounds) =>
  db
    .selectFrom(table.name as 'records')
    .selectAll()
    .where(belonging(table))
    .where(matching(bounds));

/** One record by its id. Throws 404 for none, and for one outside the bounds. */
export async function findRecord(
  db: Database,
  table: Table,
  bounds: Bounds,
  id: string,
  options: { readonly lock?: 'update' | 'noKeyUpdate' | 'keyShare'; readonly by?: string } = {},
): Promise<Stored> {
  const key = keyOf(table, id, options.by);
  if (key === undefined) throw notFound();
  const row = await rowsWithin(db, table, bounds)
    .where(key)
    .$if(options.lock === 'update', (query) => query.forUpdate())
    .$if(options.lock === 'noKeyUpdate', (query) => query.forNoKeyUpdate())
    .$if(options.lock === 'keyShare', (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!row) throw notFound();
  return join(row);
}

function keyOf(table: Table, id: string, by = 'id') {
  if (table.columns.includes(by)) {
    const value = by === 'id' && !textIds.includes(table.name) ? recordId(id) : id;
    return value === undefined ? undefined : matching({ [by]: value });
  }
  return sql<boolean>`fields @> jsonb_build_object(${by}::text, ${id}::text)`;
}

export async function addRecord(
  work: Database,
  table: Table,
  values: Readonly<Record<string, unknown>>,
): Promise<Stored> {
  const { columns, fields } = split(table, values);
  const row = await work
    .insertInto(table.name as 'records')
    .values({ ...table.fixed, ...columns, ...(!table.plain && { fields: JSON.stringify(fields) }) } as never)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(conflicting);
  return join(row);
}

/** Changes the fields that are named; the others stay (G48). */
export async function editRecord(
  work: Database,
  table: Table,
  id: number | string,
  values: Readonly<Record<string, unknown>>,
): Promise<Stored> {
  const { columns, fields } = split(table, values);
  const row = await work
    .updateTable(table.name as 'records')
    .set({
      ...columns,
      ...(!table.plain && { fields: sql<string>`fields || ${JSON.stringify(fields)}::jsonb` }),
      updated_at: sql<Date>`now()`,
    } as never)
    .where(matching({ ...table.fixed, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(conflicting);
  return join(row);
}

export async function removeRecord(work: Database, table: Table, id: number | string): Promise<void> {
  if (table.hides && table.unless !== undefined) {
    await editRecord(work, table, id, { [table.unless]: new Date() });
    return;
  }
  await work
    .deleteFrom(table.name as 'records')
    .where(matching({ ...table.fixed, id }))
    .execute()
    .catch(stillUsed);
}

/** What is part of a record goes with it, and what is part of that. */
export async function removeParts(work: Database, parent: string): Promise<void> {
  const parts = await work
    .deleteFrom('records')
    .where('parent', '=', parent)
    .returning(['id', 'resource'])
    .execute();
  for (const { resource, id } of parts) await removeParts(work, `${resource}:${id}`);
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** G21: 409 for an external id, or a handle, that another record has. */
function conflicting(error: unknown): never {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code !== UNIQUE_VIOLATION) throw error;
  const field = /external_id|handle|username|email|value|credit_number/.exec(constraint)?.[0] ?? 'id';
  throw conflict(`There is another record with this ${field}.`);
}

/** The last guard: what the table of references does not know of, such as lots of points, the database refuses. */
function stillUsed(error: unknown): never {
  const { code, table = '' } = error as { code?: string; table?: string };
  if (code !== FOREIGN_KEY_VIOLATION) throw error;
  throw conflict(`This record is in use by other records: ${table}.`);
}
