import { sql, type Kysely, type Migration } from 'kysely';

/** Which profile has added an item: an editor of the list may have. Not known of items of before. */
export const listItemAuthorsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table list_items add column added_by_profile_id text references profiles on delete set null`.execute(
      db,
    );
    await sql`create index on list_items (added_by_profile_id)`.execute(db);
  },
};
