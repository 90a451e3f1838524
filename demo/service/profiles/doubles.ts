import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/**
 * Rows of which a profile has one, or one of each handle: an appearance, a custom field, an achievement. Where the
 * winner has the same, the loser's goes.
 */
export async function dropDoubles(work: Database, from: string, to: string): Promise<void> {
  await sql`
    delete from records as theirs using records as mine
    where theirs.profile_id = ${from} and mine.profile_id = ${to} and theirs.resource = mine.resource
      and (theirs.parent is not distinct from mine.parent
        or (theirs.parent = ${`profile:${from}`} and mine.parent = ${`profile:${to}`}))
      and theirs.fields ->> 'handle' = mine.fields ->> 'handle'`.execute(work);
  for (const { table, others } of await uniqueByProfile(work)) {
    const same = others.map(
      (column) => sql`theirs.${sql.ref(column)} is not distinct from mine.${sql.ref(column)}`,
    );
    await sql`
      delete from ${sql.table(table)} as theirs using ${sql.table(table)} as mine
      where theirs.profile_id = ${from} and mine.profile_id = ${to} and ${sql.join(same, sql` and `)}`.execute(
      work,
    );
  }
}

/** Unique keys of which `profile_id` is one part, such as one achievement per definition. */
async function uniqueByProfile(work: Database): Promise<{ table: string; others: string[] }[]> {
  const { rows } = await sql<{ table: string; others: string[] }>`
    select class.relname as "table", array_agg(attribute.attname::text order by attribute.attnum)
      filter (where attribute.attname <> 'profile_id') as others
    from pg_constraint as one
    join pg_class as class on class.oid = one.conrelid
    join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum = any(one.conkey)
    where one.contype = 'u' and one.connamespace = 'public'::regnamespace and class.relname <> 'lists'
    group by one.oid, class.relname
    having bool_or(attribute.attname = 'profile_id') and count(*) > 1`.execute(work);
  return rows;
}
