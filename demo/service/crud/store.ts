import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict, databaseError, notFound, Problem } from '../api/problem.ts';
import { recordId } from '../api/formats.ts';
import {
  fromRow,
  matching,
  textIds,
  toRow,
  visibleRows,
  type RowOf,
  type Table,
  type Values,
} from './tables.ts';

/** Columns that limit a query to some records, such as those of a profile or parent. */
export type RecordScope = Readonly<Record<string, string | number>>;

/**
 * The name of a table for Kysely. The table is known only at run time: columns beyond those of `records` are
 * named by `sql.ref`, and the rows get their type from the `Table`.
 */
const nameOf = ({ name }: Table<unknown>) => name as 'records';

/** Rows of a table within a scope, for `browse`. */
export const rowsWithin = <Record>(db: Database, table: Table<Record>, scope: RecordScope) =>
  db
    .selectFrom(nameOf(table))
    .selectAll()
    .where(visibleRows(table))
    .where(matching(scope))
    .$castTo<RowOf<Record>>();

/** One record by its id. Throws 404 if it does not exist or is outside the scope. */
export async function findRecord<Record>(
  db: Database,
  table: Table<Record>,
  scope: RecordScope,
  id: string,
  options: {
    readonly lock?: 'update' | 'noKeyUpdate' | 'keyShare';
    readonly by?: string;
    readonly visible?: RawBuilder<boolean>;
  } = {},
): Promise<Record> {
  const key = keyOf(table, id, options.by);
  if (key === undefined) throw notFound();
  const row = await rowsWithin(db, table, scope)
    .where(key)
    .where(options.visible ?? sql<boolean>`true`)
    .$if(options.lock === 'update', (query) => query.forUpdate())
    .$if(options.lock === 'noKeyUpdate', (query) => query.forNoKeyUpdate())
    .$if(options.lock === 'keyShare', (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!row) throw notFound();
  return fromRow(row);
}

/** The same, or undefined instead of the 404. */
export async function findRecordIfAny<Record>(
  ...given: Parameters<typeof findRecord<Record>>
): Promise<Record | undefined> {
  try {
    return await findRecord<Record>(...given);
  } catch (error) {
    // Other errors, such as a database that cannot be reached, do not mean that there is no record.
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}

function keyOf(table: Table<unknown>, id: string, by = 'id') {
  if (table.columns.includes(by)) {
    const value = by === 'id' && !textIds.includes(table.name) ? recordId(id) : id;
    return value === undefined ? undefined : matching({ [by]: value });
  }
  return sql<boolean>`fields @> jsonb_build_object(${by}::text, ${id}::text)`;
}

export async function addRecord<Record>(
  work: Database,
  table: Table<Record>,
  values: Readonly<Values>,
): Promise<Record> {
  const { columns, fields } = toRow(table, values);
  const row = await work
    .insertInto(nameOf(table))
    // The table is known at run time only, so Kysely cannot know its columns; the shape checked the values.
    .values({
      ...table.fixed,
      ...columns,
      ...(!table.withoutFields && { fields: JSON.stringify(fields) }),
    } as never)
    .returningAll()
    .$castTo<RowOf<Record>>()
    .executeTakeFirstOrThrow()
    .catch(conflictOf);
  return fromRow(row);
}

/** Changes the given fields; the others stay. */
export async function editRecord<Record>(
  work: Database,
  table: Table<Record>,
  id: number | string,
  values: Readonly<Values>,
): Promise<Record> {
  const { columns, fields } = toRow(table, values);
  const row = await work
    .updateTable(nameOf(table))
    // As in `addRecord`.
    .set({
      ...columns,
      ...(!table.withoutFields && { fields: sql<string>`fields || ${JSON.stringify(fields)}::jsonb` }),
      updated_at: sql<Date>`now()`,
    } as never)
    .where(matching({ ...table.fixed, id }))
    .returningAll()
    .$castTo<RowOf<Record>>()
    .executeTakeFirstOrThrow()
    .catch(conflictOf);
  return fromRow(row);
}

export async function removeRecord(
  work: Database,
  table: Table<unknown>,
  id: number | string,
): Promise<void> {
  if (table.softDelete && table.hiddenBy !== undefined) {
    await editRecord(work, table, id, { [table.hiddenBy]: new Date() });
    return;
  }
  await work
    .deleteFrom(nameOf(table))
    .where(matching({ ...table.fixed, id }))
    .execute()
    .catch(inUseOf);
}

/** Deletes the records that are part of a record, and their parts. */
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

/** 409 for an external id, or a handle, that another record has. */
function conflictOf(error: unknown): never {
  const { code, constraint } = databaseError(error);
  if (code !== UNIQUE_VIOLATION) throw error;
  const field = /external_id|handle|username|email|value|credit_number/.exec(constraint)?.[0] ?? 'id';
  throw conflict(`There is another record with this ${field}.`);
}

/** References that `referenceFields` does not list, such as those of point lots, are foreign keys of the database. */
function inUseOf(error: unknown): never {
  const { code, table } = databaseError(error);
  if (code !== FOREIGN_KEY_VIOLATION) throw error;
  throw conflict(`This record is in use by other records: ${table}.`);
}

/** The records with these ids, as far as they exist. */
export async function recordsById<Record>(
  db: Database,
  table: Table<Record>,
  ids: readonly number[],
): Promise<Map<number, Record>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsWithin(db, table, {})
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}
