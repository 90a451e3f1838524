import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { handOver, letEntriesMove } from './owned.ts';
import { openAccounts } from './write.ts';

/** Accounts whose balance is a column, and the books that add up to it. */
const accounts = [
  { table: 'point_balances', sums: ['available', 'earned'], book: 'point_entries' },
  { table: 'profile_tiers', sums: ['points', 'extra'], book: 'tier_point_entries' },
] as const;

/**
 * Adds the accounts of one profile to those of another, entry by entry: afterwards each book still adds up to its
 * balance, and the first profile has neither.
 */
export async function moveAccounts(work: Database, from: string, to: string): Promise<void> {
  await letEntriesMove(work);
  await openAccounts(work, to);
  for (const { table, sums, book } of accounts) {
    // Balances are locked in one order, whoever merges with whom.
    await sql`
      select profile_id from ${sql.table(table)} where profile_id in (${from}, ${to}) order by profile_id for update`.execute(
      work,
    );
    const columns = [];
    for (const column of sums) if (await hasColumn(work, table, column)) columns.push(column);
    const sets = columns.map(
      (column) => sql`${sql.ref(column)} = mine.${sql.ref(column)} + theirs.${sql.ref(column)}`,
    );
    await sql`
      update ${sql.table(table)} as mine set ${sql.join(sets)} from ${sql.table(table)} as theirs
      where mine.profile_id = ${to} and theirs.profile_id = ${from}`.execute(work);
    if (await hasColumn(work, book, 'profile_id')) {
      await handOver(work, { table: book, column: 'profile_id' }, from, to);
    }
  }
}

/** Where nothing is left of them. */
export async function closeAccounts(work: Database, profileId: string): Promise<void> {
  for (const { table } of accounts) {
    await sql`delete from ${sql.table(table)} where profile_id = ${profileId}`.execute(work);
  }
}

async function hasColumn(work: Database, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name = ${column}`.execute(work);
  return rows.length > 0;
}
