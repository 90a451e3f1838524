import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { FileRow } from './read-file.ts';

/** A row to be processed. Null fields: erased with its profile. */
export interface WaitingRow {
  readonly number: number;
  readonly fields: FileRow | null;
}

/** The next rows after a position. Locks them before any profile, in the order of a purge: otherwise both could deadlock. */
export async function rowsAfter(
  work: Database,
  importId: number,
  position: number,
  limit: number,
): Promise<readonly WaitingRow[]> {
  return await work
    .selectFrom('import_rows')
    .select(['number', 'fields'])
    .where('import_id', '=', importId)
    .where('number', '>', position)
    .orderBy('number')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Deletes rows that were imported. Failed rows stay, for another job. */
export async function dropRows(work: Database, importId: number, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await work
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('number', 'in', numbers)
    .execute();
}

export async function rowsLeft(work: Database, importId: number): Promise<number> {
  const { left } = await work
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return left;
}

/** Deletes failed rows of imports that were done `days` ago, at most `limit`. Returns how many. */
export async function dropOldRows(db: Database, days: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_rows where ctid = any(array(
      select import_rows.ctid from import_rows join records on records.id = import_id
      where resource = 'import' and records.fields ->> 'status' = 'done'
        and records.updated_at < now() - ${days} * interval '1 day'
      limit ${limit} for update of import_rows skip locked))`.execute(db);
  return Number(numAffectedRows);
}
