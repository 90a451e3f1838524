import { sql, type Kysely, type Migration } from 'kysely';

/** Users, roles, clients and tokens of every kind. */
export const accessMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table roles (
        id bigint generated always as identity primary key,
        name text not null,
        handle text not null unique,
        -- Names of scopes; '*' is the permission of administrators.
        permissions text[] not null default '{}',
        fields jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table users (
        id bigint generated always as identity primary key,
        username text not null unique check (length(username) between 1 and 255),
        name text not null,
        email text,
        -- A machine user has the name of its system, and owns the tokens of that system (spec 5).
        is_machine boolean not null default false,
        -- scrypt hash with its salt; null: the user cannot sign in.
        password_hash text,
        is_active boolean not null default true,
        -- Handles of roles.
        roles text[] not null default '{}',
        last_seen_at timestamptz,
        fields jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table clients (
        id text primary key check (length(id) between 1 and 255),
        -- SHA-256 is enough, because the secret is random.
        secret_hash bytea not null check (length(secret_hash) = 32),
        user_id bigint not null references users on delete cascade,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      alter table tokens
        add column id bigint generated always as identity unique,
        add column kind text not null default 'customer'
          check (kind in ('customer', 'access', 'api', 'delegation')),
        add column user_id bigint references users on delete cascade,
        add column client_id text references clients on delete cascade,
        add column name text,
        add column last_used_at timestamptz,
        alter column profile_id drop not null,
        -- Tokens of the dashboard are valid until they are deleted.
        alter column expires_at drop not null,
        add check ((profile_id is not null) = (kind in ('customer', 'delegation'))),
        add check ((user_id is null) = (kind = 'customer')),
        add check (expires_at is not null or kind = 'api')`.execute(db);
    await sql`create index on tokens (user_id) where user_id is not null`.execute(db);
    await sql`
      create unlogged table request_windows (
        key text primary key,
        started_at timestamptz not null default now(),
        requests integer not null default 1
      )`.execute(db);
    // Machine users retry requests too, so the owner of a key is a profile or a user.
    await sql`alter table idempotency_keys drop constraint idempotency_keys_profile_id_fkey`.execute(db);
    await sql`alter table idempotency_keys rename column profile_id to owner`.execute(db);
    await sql`update idempotency_keys set owner = 'profile:' || owner`.execute(db);
  },
};
