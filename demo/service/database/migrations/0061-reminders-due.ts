import { sql, type Kysely, type Migration } from 'kysely';

/** An index for reminders that were not published yet, by their time. */
export const remindersDueMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index records_reminders_due on records ((fields ->> 'due_at'))
      where resource = 'reminder' and not fields ? 'told_at'`.execute(db);
  },
};
