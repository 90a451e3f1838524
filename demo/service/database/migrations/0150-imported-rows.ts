import { sql, type Kysely, type Migration } from 'kysely';

/** Rows that uploads of a series have imported, so that a corrected file imports only what is new in it. */
export const importedRowsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table imported_rows (
        series text not null,
        -- SHA-256 of the record that the row became.
        hash bytea not null,
        load text not null,
        -- How often the load has the row.
        occurrences integer not null,
        created_at timestamptz not null default now(),
        primary key (series, hash, load)
      )`.execute(db);
    await sql`create index on imported_rows (created_at)`.execute(db);
  },
};
