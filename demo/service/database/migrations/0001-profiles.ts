import { sql, type Kysely, type Migration } from 'kysely';

/** Shops, profiles with their identities, and tokens. */
export const profilesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table shops (
        platform text primary key,
        version text not null,
        secret text not null check (secret <> ''),
        -- The previous secret, accepted while a shop changes to a new one.
        previous_secret text check (previous_secret <> ''),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table profiles (
        id text primary key check (length(id) between 1 and 255),
        first_name text,
        last_name text,
        email text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table identities (
        id bigint generated always as identity primary key,
        profile_id text not null references profiles on delete cascade,
        -- The source of the value: the platform of a shop, or 'email'.
        namespace text not null,
        value text not null check (length(value) between 1 and 255),
        created_at timestamptz not null default now(),
        unique (namespace, value)
      )`.execute(db);
    await sql`create index on identities (profile_id)`.execute(db);
    await sql`
      create table tokens (
        -- SHA-256 of the token: the token itself is not stored.
        hash bytea primary key check (length(hash) = 32),
        profile_id text not null references profiles on delete cascade,
        scopes text[] not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz
      )`.execute(db);
    await sql`create index on tokens (profile_id)`.execute(db);
    await sql`create index on tokens (expires_at)`.execute(db);
  },
};
