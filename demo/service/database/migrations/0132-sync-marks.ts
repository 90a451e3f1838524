import { sql, type Kysely, type Migration } from 'kysely';

/** The last imported version of each customer and order of other systems. */
export const syncMarksMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table sync_marks (
        connection_id bigint not null,
        model text not null,
        external_id text not null,
        -- The profile of the record; a purge deletes the row.
        profile_id text references profiles on delete cascade,
        changed_at timestamptz not null,
        synced_at timestamptz not null default now(),
        primary key (connection_id, model, external_id)
      )`.execute(db);
    await sql`create index on sync_marks (profile_id) where profile_id is not null`.execute(db);
    // Two systems may use the same ids.
    await sql`drop index records_external_id`.execute(db);
    await sql`
      create unique index records_external_id on records (resource, (fields ->> 'external_id'))
      where fields ->> 'external_id' is not null and resource <> 'profile-connection'`.execute(db);
    await sql`
      create unique index records_connection_external_id
      on records ((fields ->> 'connection_id'), (fields ->> 'external_id')) where resource = 'profile-connection'`.execute(
      db,
    );
    // The status was `synced` even if nothing was imported.
    await sql`
      update records set fields = fields - 'status' - 'synced_at'
      where resource = 'profile-connection' and fields ->> 'status' = 'synced'`.execute(db);
  },
};
