import { sql } from 'kysely';
import type { Database } from '../../demo/service/database/tables.ts';

interface Owned {
  readonly name: string;
  readonly key: string;
}

let owned: Promise<readonly Owned[]> | undefined;

/** The tables with a profile, and the column that has it. Tests compare rows hundreds of times, and all their databases have the same. */
function tablesOfProfiles(db: Database): Promise<readonly Owned[]> {
  owned ??= sql<Owned>`
      select table_name as name, column_name as key from information_schema.columns
      where table_schema = 'public' and (column_name = 'profile_id' or (table_name = 'profiles' and column_name = 'id'))
      order by table_name`
    .execute(db)
    .then(({ rows }) => rows);
  return owned;
}

/** All rows of a profile, in every table with a profile, as one text: to compare before and after. */
export async function rowsOf(db: Database, profileId: string): Promise<string> {
  const parts = (await tablesOfProfiles(db)).map(
    ({ name, key }) => sql`
      select ${sql.lit(name)} || ': ' || row.*::text as text from ${sql.table(name)} as row where ${sql.ref(key)} = ${profileId}`,
  );
  // One statement: a round trip for each table took most of the time of these tests.
  const { rows } = await sql<{ text: string }>`${sql.join(parts, sql` union all `)} order by 1`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

/** Everything in the database as one text: to check that something is not stored. */
export async function everything(db: Database, except: readonly string[] = []): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
  const parts = tables
    .filter((table) => !except.includes(table.name))
    .map(({ name }) => sql`select row.*::text as text from ${sql.table(name)} as row`);
  const { rows } = await sql<{ text: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

/** The points of a profile by its ledger, balance and lots, which have to be the same number. */
export async function pointsOf(db: Database, profileId: string) {
  const { rows } = await sql<{ balance: number; ledger: number; lots: number }>`
    select available as balance,
      (select coalesce(sum(amount), 0)::bigint from point_entries where profile_id = ${profileId}) as ledger,
      (select coalesce(sum(remaining), 0)::bigint from point_lots where profile_id = ${profileId}) as lots
    from point_balances where profile_id = ${profileId}`.execute(db);
  const found = rows[0];
  if (!found) throw new Error(`${profileId} has no balance`);
  return found;
}

/** The items of the wishlists of all profiles; a product or variant that was saved twice is in it twice. */
export const wishlistItems = (db: Database) =>
  db
    .selectFrom('list_items')
    .innerJoin('lists', 'lists.id', 'list_items.list_id')
    .select(['lists.profile_id', 'list_items.product_id', 'list_items.variant_id'])
    .where('lists.handle', '=', 'wishlist')
    .orderBy('list_items.product_id')
    .orderBy('list_items.variant_id')
    .execute();
