import { sql, type Kysely, type Migration } from 'kysely';

/** Seeds of storefront tokens, from which a valid token can be returned again although its value is not stored. */
export const storefrontTokensMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table tokens add column platform text, add column seed bytea`.execute(db);
    await sql`create index tokens_storefront on tokens (profile_id, platform, expires_at) where platform is not null`.execute(
      db,
    );
  },
};
