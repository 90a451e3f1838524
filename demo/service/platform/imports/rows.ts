import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { FileRow } from './read-file.ts';

/** A row that waits; null fields were erased with the profile they were about. */
export interface WaitingRow {
  readonly number: number;
  readonly fields: FileRow | null;
}

/** The next rows behind a place, in their order; locked before any profile is, as a purge does it. */
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

/** What is brought in is kept where it belongs, and not here a second time. Rows that failed stay, for another job. */
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

/** Removes some rows that failed, of imports that are long done. Answers how many. */
export async function dropOldRows(db: Database, days: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_rows where ctid = any(array(
      select import_rows.ctid from import_rows join records on records.id = import_id
      where resource = 'import' and records.fields ->> 'status' = 'done'
        and records.updated_at < now() - ${days} * interval '1 day'
      limit ${limit} for update of import_rows skip locked))`.execute(db);
  return Number(numAffectedRows);
}
