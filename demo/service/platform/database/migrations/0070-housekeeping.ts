import { sql, type Kysely, type Migration } from 'kysely';

/** Indexes for what is removed by age: the hourly round looks at what is due, and at nothing else. */
export const housekeepingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index events_handled on events (created_at) where handled_at is not null`.execute(db);
    await sql`create index received_messages_created on received_messages (created_at)`.execute(db);
  },
};
