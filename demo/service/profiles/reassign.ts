import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { openAccounts } from './write-profile.ts';

// Used by merging and purging: assigns the rows of one profile to another.

/** A column that names the profile a row belongs to. */
export interface OwnerColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * Every column that names an owner, read from the schema of the database, so that a table added later is merged and purged as well.
 * Not audits, which stay with the profile that the operation was about, and not views, which show rows of tables.
 */
export async function ownerColumns(work: Database): Promise<OwnerColumn[]> {
  const { rows } = await sql<OwnerColumn>`
    select columns.table_name as "table", columns.column_name as "column"
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and columns.data_type = 'text'
      and (column_name = 'profile_id' or column_name like '%\_profile\_id') and table_name <> 'audits'
    order by 1, 2`.execute(work);
  return rows;
}

/** Assigns all rows of one profile to another. */
export async function reassign(
  work: Database,
  { table, column }: OwnerColumn,
  from: string,
  to: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
    work,
  );
}

/** Balance accounts: tables whose columns hold a balance, with the ledger that adds up to it. */
const accounts = [
  { table: 'point_balances', sums: ['available', 'earned'], ledger: 'point_entries' },
  { table: 'profile_tiers', sums: ['points', 'extra'], ledger: 'tier_point_entries' },
] as const;

/** Moves balances and ledger entries of one profile to another: afterwards each ledger still adds up to its balance. */
export async function moveAccounts(work: Database, from: string, to: string): Promise<void> {
  await allowReassigningEntries(work);
  await openAccounts(work, to);
  for (const { table, sums, ledger } of accounts) {
    // Every merge locks balances in the order of the ids, so that two of them do not deadlock.
    await sql`
      select profile_id from ${sql.table(table)} where profile_id in (${from}, ${to}) order by profile_id for update`.execute(
      work,
    );
    const columns = [];
    for (const column of sums) if (await hasColumn(work, table, column)) columns.push(column);
    const sets = columns.map(
      (column) => sql`${sql.ref(column)} = target.${sql.ref(column)} + source.${sql.ref(column)}`,
    );
    await sql`
      update ${sql.table(table)} as target set ${sql.join(sets)} from ${sql.table(table)} as source
      where target.profile_id = ${to} and source.profile_id = ${from}`.execute(work);
    if (await hasColumn(work, ledger, 'profile_id')) {
      await reassign(work, { table: ledger, column: 'profile_id' }, from, to);
    }
  }
}

/** Deletes the balance accounts of a profile, after `moveAccounts`. */
export async function closeAccounts(work: Database, profileId: string): Promise<void> {
  for (const { table } of accounts) {
    await sql`delete from ${sql.table(table)} where profile_id = ${profileId}`.execute(work);
  }
}

/** A trigger of the database refuses changes of ledger entries; until the end of the transaction it allows another profile. */
async function allowReassigningEntries(work: Database): Promise<void> {
  await sql`select set_config('loyalty.moving', 'on', true)`.execute(work);
}

async function hasColumn(work: Database, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name = ${column}`.execute(work);
  return rows.length > 0;
}
