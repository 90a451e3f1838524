import { sql, type Kysely, type Migration } from 'kysely';

/** Number ranges, expiries and notices of credits (spec 2.5, 2.6). */
export const creditTimesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await numbers(db);
    await expiry(db);
    await notices(db);
    await definitionsOfLots(db);
  },
};

/** The next number of a definition. One row per definition, which concurrent processes lock. */
async function numbers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_number_positions (
      credit_definition_id bigint primary key references records on delete cascade,
      -- The first number of the range; a changed range starts again.
      range_start numeric not null,
      next numeric not null
    )`.execute(db);
}

async function expiry(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_entries
      drop constraint credit_entries_kind_check,
      drop constraint credit_entries_check,
      add check (kind in ('issue', 'redeem', 'return', 'void', 'expire', 'restore')),
      add check ((kind in ('issue', 'return', 'restore') and amount > 0)
        or (kind in ('redeem', 'void', 'expire') and amount < 0))`.execute(db);
  await sql`create index on credits (expires_at) where value_remaining > 0 and deleted_at is null`.execute(
    db,
  );
  await sql`create index on tier_points (expires_at) where not is_expired`.execute(db);
}

/** Future notices of a credit, each once; the one about the expiry is sent with it. */
async function notices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_notices (
      credit_id bigint not null references credits on delete cascade,
      kind text not null check (kind in ('issue', 'release', 'remind', 'extend')),
      due_at timestamptz not null,
      told_at timestamptz,
      primary key (credit_id, kind)
    )`.execute(db);
  await sql`create index on credit_notices (due_at) where told_at is null`.execute(db);
  // A filter on false finds only a stored false.
  await sql`
    update credits set fields = '{"has_notified_issue": false, "has_notified_expiry": false,
      "has_notified_release": false, "has_notified_remind": false, "has_notified_extend": false}'::jsonb || fields
    where deleted_at is null`.execute(db);
}

/** The lots from which redeemed points were taken. */
async function definitionsOfLots(db: Kysely<unknown>): Promise<void> {
  await sql`alter table point_lots add column point_definition_id bigint references records`.execute(db);
  await sql`create index on point_lots (point_definition_id) where point_definition_id is not null`.execute(
    db,
  );
}
