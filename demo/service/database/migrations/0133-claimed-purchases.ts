import { sql, type Kysely, type Migration } from 'kysely';

/** Transaction claims store the id of their purchase as text, as they show it: filters compare text. */
export const claimedPurchasesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      update records set fields = fields || jsonb_build_object('transaction_id', fields ->> 'transaction_id')
      where resource = 'transaction-claim' and jsonb_typeof(fields -> 'transaction_id') = 'number'`.execute(
      db,
    );
  },
};
