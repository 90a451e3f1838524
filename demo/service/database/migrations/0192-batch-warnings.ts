import { sql, type Kysely, type Migration } from 'kysely';

/** What was left out of the records of a batch that were written. */
export const batchWarningsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table batches add column warnings jsonb not null default '[]'`.execute(db);
  },
};
