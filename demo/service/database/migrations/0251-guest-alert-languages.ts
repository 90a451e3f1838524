import { sql, type Kysely, type Migration } from 'kysely';

/** The languages of the page where a guest asked for an alert: its messages are in them. */
export const guestAlertLanguagesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table guest_alerts add languages text[] not null default '{}'`.execute(db);
  },
};
