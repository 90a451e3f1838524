import { sql, type Kysely, type Migration } from 'kysely';

/** Points, tiers and rewards: definitions, and the instances of profiles. */
export const incentivesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await tiers(db);
    await rewards(db);
    await points(db);
    await ledgerGuards(db);
  },
};

async function tiers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tier_definitions (
      id bigint generated always as identity primary key,
      handle text not null unique,
      name text not null,
      description text,
      primary_colour text,
      points_required bigint not null unique check (points_required >= 0),
      internal_notes text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table profile_tiers (
      profile_id text primary key references profiles on delete cascade,
      -- Null below the first tier.
      tier_definition_id bigint references tier_definitions,
      points bigint not null default 0 check (points >= 0),
      issued_at timestamptz
    )`.execute(db);
}

async function rewards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reward_definitions (
      id bigint generated always as identity primary key,
      handle text not null unique,
      name text not null,
      short_description text,
      description text,
      terms_conditions text,
      icon text,
      image_url text,
      primary_colour text,
      points_cost bigint not null check (points_cost >= 0),
      is_published boolean not null default false,
      -- The lowest tier that may claim it; null: every profile may.
      tier_definition_id bigint references tier_definitions,
      -- Claims per profile; null: no limit.
      claim_limit integer check (claim_limit > 0),
      -- Remaining stock for all profiles together; null: unlimited.
      stock integer check (stock >= 0),
      available_from timestamptz,
      available_until timestamptz,
      -- Days from the claim until the reward expires; null: it never expires.
      valid_days integer check (valid_days > 0),
      internal_notes text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table rewards (
      id bigint generated always as identity primary key,
      profile_id text not null references profiles on delete cascade,
      reward_definition_id bigint not null references reward_definitions,
      code text not null unique,
      points_spent bigint not null check (points_spent >= 0),
      issued_at timestamptz not null default now(),
      expires_at timestamptz,
      redeemed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on rewards (profile_id, issued_at desc, id desc)`.execute(db);
  await sql`create index on rewards (profile_id, reward_definition_id)`.execute(db);
}

async function points(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table point_balances (
      profile_id text primary key references profiles on delete cascade,
      available bigint not null default 0 constraint never_below_zero check (available >= 0),
      earned bigint not null default 0 check (earned >= 0)
    )`.execute(db);
  // The foreign key of an entry is the balance, not the profile: without a balance there is nothing to change and to lock.
  await sql`
    create table point_entries (
      id bigint generated always as identity primary key,
      profile_id text not null references point_balances on delete cascade,
      kind text not null check (kind in ('earn', 'spend', 'expire')),
      amount bigint not null check ((kind = 'earn' and amount > 0) or (kind <> 'earn' and amount < 0)),
      reason text not null,
      reward_id bigint references rewards on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on point_entries (profile_id, created_at desc, id desc)`.execute(db);
  // Remaining points by expiry: spending uses the lot that expires first.
  await sql`
    create table point_lots (
      id bigint generated always as identity primary key,
      profile_id text not null references point_balances on delete cascade,
      remaining bigint not null check (remaining >= 0),
      expires_at timestamptz
    )`.execute(db);
  await sql`create index on point_lots (profile_id, expires_at, id) where remaining > 0`.execute(db);
  await sql`create index on point_lots (expires_at) where remaining > 0`.execute(db);
  // Pending points: in no balance until `releases_at`, when they become a ledger entry and a lot.
  await sql`
    create table pending_points (
      id bigint generated always as identity primary key,
      profile_id text not null references point_balances on delete cascade,
      amount bigint not null check (amount > 0),
      reason text not null,
      releases_at timestamptz not null,
      expires_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on pending_points (profile_id)`.execute(db);
  await sql`create index on pending_points (releases_at)`.execute(db);
}

/**
 * Protects the ledger against errors in code: a balance changes only by an entry, a negative balance rolls back the whole
 * transaction, and entries are append-only.
 */
async function ledgerGuards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function apply_point_entries() returns trigger language plpgsql as $$
    begin
      update point_balances as balance
      set available = balance.available + change.amount, earned = balance.earned + change.earned
      from (
        select profile_id, sum(amount) as amount, coalesce(sum(amount) filter (where kind = 'earn'), 0) as earned
        from new_entries group by profile_id
      ) as change
      where balance.profile_id = change.profile_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger apply_point_entries after insert on point_entries
      referencing new table as new_entries for each statement execute function apply_point_entries()`.execute(
    db,
  );
  await sql`
    create function keep_point_entries() returns trigger language plpgsql as $$
    begin
      -- A purge may remove the reward from an entry; other changes are refused.
      if to_jsonb(new) - 'reward_id' is distinct from to_jsonb(old) - 'reward_id' then
        raise exception 'the points ledger is append-only';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_point_entries before update on point_entries
      for each row execute function keep_point_entries()`.execute(db);
}
