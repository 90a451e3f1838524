import { sql, type Kysely, type Migration } from 'kysely';

/** Batches, and the rows of imports, with their positions. */
export const loadsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table batches (
        id uuid primary key default gen_random_uuid(),
        -- The operation id that took it: 'profiles.batch.store'.
        endpoint text not null,
        -- The parameters of its path.
        path jsonb not null default '{}',
        records jsonb not null check (jsonb_typeof(records) = 'array'),
        -- In whose name its records are written, and what the token allowed.
        user_id bigint not null,
        scopes text[] not null,
        status text not null default 'accepted' check (status in ('accepted', 'running', 'done', 'failed')),
        -- How many of the records were looked at; moves in the transaction of the record itself.
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
