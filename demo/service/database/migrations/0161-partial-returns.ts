import { sql, type Kysely, type Migration } from 'kysely';

/** An item of a redemption can be given back in parts: several items of returns name it. */
export const partialReturnsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table redemption_items drop constraint redemption_items_returns_item_id_key`.execute(db);
    await sql`
      create index redemption_items_returns on redemption_items (returns_item_id) where returns_item_id is not null`.execute(
      db,
    );
  },
};
