import { sql, type Kysely, type Migration } from 'kysely';

/** Refunds that name a purchase wait for it alone; those that name none are found by their profile and moment. */
export const refundsByNameMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table transactions
        -- Whether the request named the profile: a refund without one gets that of its purchase, and can refund those of any.
        add column names_profile boolean not null default true`.execute(db);
    await sql`
      create index transactions_purchases_of_profile
      on transactions (profile_id, transacted_at desc, external_id collate "C" desc)
      where total > 0 and profile_id is not null`.execute(db);
    await sql`
      create index transactions_refunds_of_profile on transactions (profile_id, transacted_at)
      where total < 0 and refund_of is null and receipt_ref is null and order_id is null`.execute(db);
    await sql`
      create index transactions_refunds_of_receipt on transactions (typed_code(receipt_ref))
      where total < 0 and refund_of is null and receipt_ref is not null`.execute(db);
    await sql`
      create index transactions_refunds_of_order on transactions (order_id)
      where total < 0 and refund_of is null and receipt_ref is null and order_id is not null`.execute(db);
  },
};
