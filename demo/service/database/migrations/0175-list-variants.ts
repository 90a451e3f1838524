import { sql, type Kysely, type Migration } from 'kysely';

/** A list has a product once as a whole, and once in each variant. Items of before are products as a whole. */
export const listVariantsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    // Empty for the product as a whole: null values would not be unique.
    await sql`alter table list_items add column variant_id text not null default ''`.execute(db);
    await sql`alter table list_items drop constraint list_items_list_id_product_id_key`.execute(db);
    await sql`alter table list_items add unique (list_id, product_id, variant_id)`.execute(db);
    await sql`
      create index product_variants on records ((fields ->> 'product_id')) where resource = 'product-variant'`.execute(
      db,
    );
  },
};
