import { sql, type Kysely, type Migration } from 'kysely';

/** One table for all plain resources, and the audit entries. */
export const recordsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table records (
        id bigint generated always as identity primary key,
        -- Which resource: 'brand', 'address', 'custom-field', …
        resource text not null,
        profile_id text references profiles on delete cascade,
        -- The parent record, such as 'trigger:5'; null for most.
        parent text,
        -- The user whose token created the record.
        user_id bigint,
        fields jsonb not null check (jsonb_typeof(fields) = 'object'),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on records (resource, created_at desc, id desc)`.execute(db);
    await sql`
      create index on records (profile_id, resource, created_at desc, id desc) where profile_id is not null`.execute(
      db,
    );
    await sql`create index on records (parent, resource, created_at desc, id desc) where parent is not null`.execute(
      db,
    );
    // Equality filters on any field.
    await sql`create index on records using gin (fields jsonb_path_ops)`.execute(db);
    await sql`
      create unique index records_external_id on records (resource, (fields ->> 'external_id'))
      where fields ->> 'external_id' is not null`.execute(db);
    await sql`
      create unique index records_handle
      on records (resource, coalesce(profile_id, ''), coalesce(parent, ''), (fields ->> 'handle'))
      where fields ->> 'handle' is not null`.execute(db);
    await sql`
      create table audits (
        id bigint generated always as identity primary key,
        -- The operation id of the endpoint: 'brands.store'.
        action text not null,
        user_id bigint,
        -- No references: audit entries remain when user and profile are deleted.
        profile_id text,
        model text not null,
        model_id text,
        request_id text,
        -- The old and the new values, and a note.
        fields jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on audits (created_at desc, id desc)`.execute(db);
    await sql`create index on audits (model, model_id)`.execute(db);
    await sql`create index on audits (profile_id) where profile_id is not null`.execute(db);
    await sql`
      alter table profiles
        add column external_id text unique,
        add column type text,
        add column fields jsonb not null default '{}',
        -- Deleted and not purged yet: the API does not show it.
        add column deleted_at timestamptz`.execute(db);
    await sql`create index on profiles (created_at desc, id desc)`.execute(db);
    await sql`create index on profiles (lower(email))`.execute(db);
    await sql`alter table identities add column updated_at timestamptz not null default now()`.execute(db);
    await sql`alter table products add column fields jsonb not null default '{}'`.execute(db);
  },
};
