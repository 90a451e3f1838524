import { sql, type Kysely, type Migration } from 'kysely';

/** Published notices, and changed prices. */
export const noticesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table notices (
        profile_id text not null references profiles on delete cascade,
        -- The event, such as 'reward.expiring'.
        kind text not null,
        -- Identifies the notice: the record, its day, and how many days ahead it was announced.
        subject text not null,
        created_at timestamptz not null default now(),
        unique (profile_id, kind, subject)
      )`.execute(db);
    await sql`create index on notices (created_at)`.execute(db);
    await sql`
      create table price_changes (
        id bigint generated always as identity primary key,
        product_id text not null references products on delete cascade,
        was numeric,
        "is" numeric,
        currency text,
        changed_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on price_changes (product_id)`.execute(db);
    // A database trigger, because requests, batches, imports and other systems change prices.
    await sql`
      create function note_price_change() returns trigger language plpgsql as $$
      begin
        insert into price_changes (product_id, was, "is", currency) values (new.id, old.price, new.price, new.currency);
        return null;
      end $$`.execute(db);
    await sql`
      create trigger note_price_change after update of price on products
        for each row when (old.price is distinct from new.price) execute function note_price_change()`.execute(
      db,
    );
    await sql`create index on list_items (product_id)`.execute(db);
    await sql`create index on rewards (expires_at) where redeemed_at is null`.execute(db);
  },
};
