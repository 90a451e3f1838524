import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/** A column that names the profile a row belongs to. */
export interface Owning {
  readonly table: string;
  readonly column: string;
}

/**
 * Every such column there is, as the database itself says: a table that is added later is merged and purged without a
 * word here. What happened (audits) stays with those it happened to, and views show what tables hold.
 */
export async function owningColumns(work: Database): Promise<Owning[]> {
  const { rows } = await sql<Owning>`
    select columns.table_name as "table", columns.column_name as "column"
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and columns.data_type = 'text'
      and (column_name = 'profile_id' or column_name like '%\_profile\_id') and table_name <> 'audits'
    order by 1, 2`.execute(work);
  return rows;
}

/** Hands all rows of one profile over to another. */
export async function handOver(
  work: Database,
  { table, column }: Owning,
  from: string,
  to: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
    work,
  );
}

/** Until the end of the transaction entries of the books may change hands, and nothing else about them. */
export async function letEntriesMove(work: Database): Promise<void> {
  await sql`select set_config('loyalty.moving', 'on', true)`.execute(work);
}
