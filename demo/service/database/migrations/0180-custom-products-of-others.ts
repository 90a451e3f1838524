import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Items could name the custom product of another profile, and showed it. They get an id that names nothing, and keep the description that
 * came with them, their notes and their reservations.
 */
export const customProductsOfOthersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      update list_items as item set product_id = 'unknown-product:' || item.id from records as product
      where product.resource = 'custom-product' and item.product_id = 'custom-product:' || product.id
        and product.profile_id is distinct from item.profile_id`.execute(db);
  },
};
