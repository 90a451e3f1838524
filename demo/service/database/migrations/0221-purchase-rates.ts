import { sql, type Kysely, type Migration } from 'kysely';

/**
 * A purchase keeps the rate of its day: also one that is claimed later, or that earned nothing at first. Purchases of before have the rate of
 * their first points, or else that of today.
 */
export const purchaseRatesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table transactions add column points_rate numeric`.execute(db);
  },
};
