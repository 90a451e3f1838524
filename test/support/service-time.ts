import { sql } from 'kysely';
import type { Database } from '../../demo/service/database/tables.ts';

/**
 * Lets days pass for the records of a service: every stored moment becomes older by that number of days, in columns and inside JSON. The
 * clocks of service and database do not change, so that tokens and locks work as always.
 */
export async function passDays(db: Database, days: number): Promise<void> {
  await db.transaction().execute(async (work) => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select columns.table_name as "table", column_name as "column", data_type as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name <> 'tokens'
        and is_generated = 'NEVER'
        and (data_type = 'timestamp with time zone' or (data_type = 'jsonb' and column_name = 'fields'))
      order by 1, 2`.execute(work);
    for (const table of new Set(rows.map((row) => row.table))) {
      const sets = rows
        .filter((row) => row.table === table)
        .map(({ column, type }) =>
          type === 'jsonb'
            ? sql`${sql.ref(column)} = (
                select coalesce(jsonb_object_agg(key, case
                  when key ~ '_at$' and value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z$' then to_jsonb(to_char(
                    ((value #>> '{}')::timestamptz - ${days}::integer * interval '1 day') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
                  else value end), '{}') from jsonb_each(${sql.ref(column)}))`
            : sql`${sql.ref(column)} = ${sql.ref(column)} - ${days}::integer * interval '1 day'`,
        );
      // Ledger entries and purchases never change: triggers of the database refuse it.
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(work);
      await sql`update ${sql.table(table)} set ${sql.join(sets)}`.execute(work);
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(work);
    }
  });
}
