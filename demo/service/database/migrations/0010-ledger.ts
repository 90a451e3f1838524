import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The ledgers of points, credits and tier points. Each is append-only, and its trigger changes the balance, so that the balance is
 * the sum of the entries. They share one sequence of ids.
 */
export const ledgerMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await definitions(db);
    await points(db);
    await tierPoints(db);
    await credits(db);
    await views(db);
  },
};

/** Columns for further fields of definitions and rewards. */
async function definitions(db: Kysely<unknown>): Promise<void> {
  for (const table of ['reward_definitions', 'tier_definitions', 'rewards']) {
    await sql`alter table ${sql.table(table)} add column fields jsonb not null default '{}'`.execute(db);
  }
  await sql`create index on rewards (created_at desc, id desc)`.execute(db);
}

async function points(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence ledger_ids`.execute(db);
  await sql`select setval('ledger_ids', greatest(1, (select max(id) from point_entries)))`.execute(db);
  await sql`
    alter table point_entries
      alter column id drop identity,
      alter column id set default nextval('ledger_ids'),
      add column point_definition_id bigint references records,
      add column source_type text,
      add column source_id text,
      add column released_at timestamptz,
      add column expires_at timestamptz,
      drop constraint point_entries_kind_check,
      drop constraint point_entries_check,
      -- Returned points were earned before, so they do not count towards tiers again.
      add check (kind in ('earn', 'spend', 'expire', 'return')),
      add check ((kind in ('earn', 'return') and amount > 0) or (kind in ('spend', 'expire') and amount < 0))`.execute(
    db,
  );
  await sql`create index on point_entries (profile_id, id) include (amount)`.execute(db);
  await sql`create index on point_entries (created_at desc, id desc)`.execute(db);
  await sql`create index on point_entries (reward_id) where reward_id is not null`.execute(db);
  await sql`create index on point_entries (point_definition_id) where point_definition_id is not null`.execute(
    db,
  );
  // Released points have the same id as before.
  await sql`
    alter table pending_points
      alter column id drop identity,
      alter column id set default nextval('ledger_ids'),
      add column point_definition_id bigint references records,
      add column source_type text,
      add column source_id text`.execute(db);
  await sql`update pending_points set id = default`.execute(db);
}

async function tierPoints(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profile_tiers
      -- Points that count towards tiers and cannot be spent.
      add column extra bigint not null default 0,
      -- The tier was assigned by a user, until it is calculated again.
      add column is_assigned boolean not null default false`.execute(db);
  await sql`
    create table tier_points (
      id bigint generated always as identity primary key,
      profile_id text not null references profiles on delete cascade,
      value bigint not null,
      description text,
      earned_at timestamptz not null default now(),
      expires_at timestamptz,
      -- They have expired, and the ledger has an entry for it.
      is_expired boolean not null default false,
      fields jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on tier_points (profile_id, created_at desc, id desc)`.execute(db);
  await sql`create index on tier_points (created_at desc, id desc)`.execute(db);
  await sql`create index on tier_points (profile_id, expires_at) where not is_expired`.execute(db);
  await sql`
    create table tier_point_entries (
      id bigint primary key default nextval('ledger_ids'),
      profile_id text not null references profile_tiers on delete cascade,
      amount bigint not null check (amount <> 0),
      reason text not null,
      -- No reference: the entry remains when the points are deleted.
      tier_point_id bigint not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on tier_point_entries (profile_id, id) include (amount)`.execute(db);
  await sql`create index on tier_point_entries (created_at desc, id desc)`.execute(db);
  await sql`
    create function apply_tier_point_entries() returns trigger language plpgsql as $$
    begin
      update profile_tiers as mine set extra = mine.extra + change.amount
      from (select profile_id, sum(amount) as amount from new_entries group by profile_id) as change
      where mine.profile_id = change.profile_id;
      return null;
    end $$`.execute(db);
  await addLedgerTriggers(db, 'tier_point_entries', 'apply_tier_point_entries');
}

async function credits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credits (
      id bigint generated always as identity primary key,
      profile_id text not null references profiles on delete cascade,
      credit_definition_id bigint not null references records,
      location_id bigint,
      source_type text,
      source_id bigint,
      external_id text,
      external_namespace text,
      value_initial numeric not null check (value_initial >= 0),
      value_remaining numeric not null default 0 constraint credit_never_below_zero check (value_remaining >= 0),
      credit_number text not null unique,
      security_code text not null,
      issued_at timestamptz not null default now(),
      released_at timestamptz,
      expires_at timestamptz,
      extended_at timestamptz,
      locked boolean not null default false,
      lock_expires_at timestamptz,
      fields jsonb not null default '{}',
      -- Deleted: the API does not show the credit, but its ledger entries remain.
      deleted_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on credits (profile_id, created_at desc, id desc)`.execute(db);
  await sql`create index on credits (created_at desc, id desc)`.execute(db);
  await sql`create index on credits (credit_definition_id)`.execute(db);
  await sql`
    create unique index credits_external_id on credits (coalesce(external_namespace, ''), external_id)
    where external_id is not null and deleted_at is null`.execute(db);
  await sql`
    create table credit_entries (
      id bigint primary key default nextval('ledger_ids'),
      credit_id bigint not null references credits on delete cascade,
      profile_id text not null references profiles on delete cascade,
      kind text not null check (kind in ('issue', 'redeem', 'return', 'void')),
      amount numeric not null check ((kind in ('issue', 'return') and amount > 0) or (kind in ('redeem', 'void') and amount < 0)),
      reason text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index on credit_entries (credit_id, id) include (amount)`.execute(db);
  await sql`create index on credit_entries (profile_id, created_at desc, id desc)`.execute(db);
  await sql`create index on credit_entries (created_at desc, id desc)`.execute(db);
  await sql`
    create function apply_credit_entries() returns trigger language plpgsql as $$
    begin
      update credits as credit set value_remaining = credit.value_remaining + change.amount, updated_at = now()
      from (select credit_id, sum(amount) as amount from new_entries group by credit_id) as change
      where credit.id = change.credit_id;
      return null;
    end $$`.execute(db);
  await addLedgerTriggers(db, 'credit_entries', 'apply_credit_entries');
}

/** Balances change only by entries, and entries are append-only. */
async function addLedgerTriggers(db: Kysely<unknown>, table: string, apply: string): Promise<void> {
  await sql`
    create trigger ${sql.ref(apply)} after insert on ${sql.table(table)}
      referencing new table as new_entries for each statement execute function ${sql.ref(apply)}()`.execute(
    db,
  );
  const keep = sql.ref(`keep_${table}`);
  await sql`
    create function ${keep}() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only';
    end $$`.execute(db);
  await sql`
    create trigger ${keep} before update on ${sql.table(table)} for each row execute function ${keep}()`.execute(
    db,
  );
}

/** Views for points and the ledger of the interface. */
async function views(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view points as
      select id, profile_id, point_definition_id, amount as value, kind as type, reason as description,
        coalesce(source_type, case when reward_id is not null then 'reward' end) as source_type,
        coalesce(source_id, reward_id::text) as source_id,
        created_at as issued_at, released_at, expires_at, created_at, created_at as updated_at
      from point_entries
      union all
      select id, profile_id, point_definition_id, amount, 'earn', reason, source_type, source_id,
        created_at, releases_at, expires_at, created_at, created_at
      from pending_points`.execute(db);
  await sql`
    create view ledger as
      select id, profile_id, 'points' as type, amount::numeric as value, reason as description,
        coalesce(source_type, case when reward_id is not null then 'reward' end) as source_type,
        coalesce(source_id, reward_id::text) as source_id, created_at as occurred_at, created_at,
        created_at as updated_at, null::bigint as account
      from point_entries
      union all
      select id, profile_id, 'tier_points', amount::numeric, reason, 'tier-point', tier_point_id::text, created_at,
        created_at, created_at, null
      from tier_point_entries
      union all
      select id, profile_id, 'credit', amount, reason, 'credit', credit_id::text, created_at, created_at, created_at,
        credit_id
      from credit_entries`.execute(db);
}
