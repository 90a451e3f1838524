import { sql, type Kysely, type Migration } from 'kysely';

/** Batches, and the rows of imports, with their positions. */
export const loadsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table batches (
        id uuid primary key default gen_random_uuid(),
        -- The operation id of the request: 'profiles.batch.store'.
        endpoint text not null,
        -- The path parameters of the request.
        path jsonb not null default '{}',
        records jsonb not null check (jsonb_typeof(records) = 'array'),
        -- The user who sent it, and the scopes of the token.
        user_id bigint not null,
        scopes text[] not null,
        status text not null default 'accepted' check (status in ('accepted', 'running', 'done', 'failed')),
        -- Number of processed records; updated in the transaction of each record.
        position integer not null default 0,
        failures jsonb not null default '[]',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on batches (created_at)`.execute(db);
    await sql`
      create table import_rows (
        import_id bigint not null references records on delete cascade,
        number integer not null,
        fields jsonb not null,
        primary key (import_id, number)
      )`.execute(db);
  },
};
