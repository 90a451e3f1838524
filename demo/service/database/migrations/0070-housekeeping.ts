import { sql, type Kysely, type Migration } from 'kysely';

/** Indexes for rows that are deleted by age, so that housekeeping reads only expired rows. */
export const housekeepingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index events_handled on events (created_at) where handled_at is not null`.execute(db);
    await sql`create index received_messages_created on received_messages (created_at)`.execute(db);
  },
};
