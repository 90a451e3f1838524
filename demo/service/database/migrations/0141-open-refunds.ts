import { sql, type Kysely, type Migration } from 'kysely';

/** Refunds that arrive before their purchase, and points that a refund could not take back because they were spent. */
export const openRefundsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index transactions_refund_of on transactions (refund_of) where refund_of is not null`.execute(
      db,
    );
    await sql`
      create table point_debts (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        -- The refunded purchase.
        transaction_id bigint not null references transactions,
        -- Points that are still owed.
        amount bigint not null check (amount > 0),
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on point_debts (profile_id, id)`.execute(db);
    await sql`create index on point_debts (transaction_id)`.execute(db);
  },
};
