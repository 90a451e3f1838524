import { sql, type Kysely, type Migration } from 'kysely';

/** The beginning of the body that a receiver answered with: an error of a receiver is usually explained there. */
export const deliveryAnswersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table delivery_attempts add column answer text`.execute(db);
  },
};
