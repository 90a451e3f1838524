import { sql, type Kysely, type Migration } from 'kysely';

/** Refunded amounts of purchases, and the sources of points. */
export const refundsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await refunds(db);
    await points(db);
    await achievements(db);
    await views(db);
  },
};

async function refunds(db: Kysely<unknown>): Promise<void> {
  // The external id of the purchase that a refund names.
  await sql`alter table transactions add column refund_of text`.execute(db);
  await sql`
    create table transaction_refunds (
      id bigint generated always as identity primary key,
      -- The transaction with a total below zero, and the purchase that it refunds; it can refund several.
      refund_id bigint not null references transactions,
      transaction_id bigint not null references transactions,
      amount numeric not null check (amount > 0),
      created_at timestamptz not null default now(),
      unique (transaction_id, refund_id)
    )`.execute(db);
  await sql`create index on transaction_refunds (refund_id)`.execute(db);
  await sql`
    alter table transaction_points
      -- Tier points and progress of the purchase: a refund takes all of them back, but only unspent points.
      add column counted bigint not null default 0,
      -- Points per unit of the currency when the entries were posted: a later rate does not change a refund.
      add column rate numeric,
      drop constraint transaction_points_amount_check,
      add check (amount <> 0 or counted <> 0)`.execute(db);
  await sql`update transaction_points set counted = amount`.execute(db);
}

async function points(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table point_entries
      -- Change of the points ever earned, if it is not the amount of an 'earn' entry.
      add column counted bigint,
      -- The rule that caused the entry, shown to staff.
      add column rule text,
      drop constraint point_entries_kind_check,
      drop constraint point_entries_check,
      -- 'revoke': the purchase was refunded or unattached from the profile.
      add check (kind in ('earn', 'spend', 'expire', 'return', 'revoke')),
      add check ((kind = 'earn' and amount >= 0 and (amount > 0 or counted > 0)) or (kind = 'return' and amount > 0)
        or (kind in ('spend', 'expire') and amount < 0) or (kind = 'revoke' and amount <= 0 and counted <= 0))`.execute(
    db,
  );
  await sql`
    create or replace function apply_point_entries() returns trigger language plpgsql as $$
    begin
      update point_balances as balance
      set available = balance.available + change.amount, earned = balance.earned + change.earned
      from (
        select profile_id, sum(amount) as amount,
          sum(coalesce(counted, case when kind = 'earn' then amount else 0 end)) as earned
        from new_entries group by profile_id
      ) as change
      where balance.profile_id = change.profile_id;
      return null;
    end $$`.execute(db);
  await sql`
    create index point_entries_source on point_entries (source_type, source_id) where source_id is not null`.execute(
    db,
  );
  await sql`
    alter table pending_points
      add column counted bigint,
      add column rule text,
      drop constraint pending_points_amount_check,
      add check (amount >= 0 and (amount > 0 or counted > 0))`.execute(db);
  await sql`
    alter table point_lots
      add column source_type text,
      add column source_id text,
      -- Points that were left at the expiry: a refund does not take them again.
      add column expired bigint not null default 0`.execute(db);
  await sql`
    create index point_lots_source on point_lots (source_type, source_id) where source_id is not null`.execute(
    db,
  );
}

async function achievements(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table achievements
      -- When its reward was issued; null after it was withdrawn.
      add column rewarded_at timestamptz,
      add column reward_id bigint references rewards on delete set null`.execute(db);
  await sql`create index on achievements (reward_id) where reward_id is not null`.execute(db);
  await sql`update achievements set rewarded_at = completed_at`.execute(db);
}

/** Staff read the rule of an entry in the ledger. */
async function views(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view ledger as
      select id, profile_id, 'points' as type, amount::numeric as value, reason as description,
        coalesce(source_type, case when reward_id is not null then 'reward' end) as source_type,
        coalesce(source_id, reward_id::text) as source_id, created_at as occurred_at, created_at,
        created_at as updated_at, null::bigint as account, rule as internal_notes
      from point_entries
      union all
      select id, profile_id, 'tier_points', amount::numeric, reason, 'tier-point', tier_point_id::text, created_at,
        created_at, created_at, null, null
      from tier_point_entries
      union all
      select id, profile_id, 'credit', amount, reason, 'credit', credit_id::text, created_at, created_at, created_at,
        credit_id, null
      from credit_entries`.execute(db);
}
