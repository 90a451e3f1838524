import { sql, type Kysely, type Migration } from 'kysely';

/** Benefits, allocations and achievements; their definitions are in `records`. */
export const benefitsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table benefits (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        benefit_definition_id bigint not null references records,
        uses_left integer not null constraint benefit_never_below_zero check (uses_left >= 0),
        points_spent bigint not null default 0,
        issued_at timestamptz not null default now(),
        -- Time from which it can be redeemed; null: at once.
        released_at timestamptz,
        -- When the customer claimed it; null if it was issued without a claim.
        claimed_at timestamptz,
        redeemed_at timestamptz,
        expires_at timestamptz,
        fields jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on benefits (profile_id, created_at desc, id desc)`.execute(db);
    await sql`create index on benefits (created_at desc, id desc)`.execute(db);
    await sql`create index on benefits (benefit_definition_id, profile_id)`.execute(db);
    await sql`
      create table allocations (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        benefit_definition_id bigint not null references records,
        -- Quantity that is still allocated.
        quantity integer not null default 1 check (quantity >= 0),
        fields jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on allocations (benefit_definition_id, profile_id)`.execute(db);
    await sql`create index on allocations (profile_id)`.execute(db);
    await sql`create index on allocations (created_at desc, id desc)`.execute(db);
    await sql`
      create table achievements (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        achievement_definition_id bigint not null references records,
        points bigint not null default 0 check (points >= 0),
        completed_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (profile_id, achievement_definition_id)
      )`.execute(db);
    await sql`create index on achievements (achievement_definition_id)`.execute(db);
    await sql`
      create table achievement_points (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        achievement_definition_id bigint not null references records,
        value bigint not null check (value > 0),
        description text,
        earned_at timestamptz not null default now(),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create index on achievement_points (profile_id, achievement_definition_id, earned_at desc, id desc)`.execute(
      db,
    );
    await sql`create index on achievement_points (achievement_definition_id)`.execute(db);
  },
};
