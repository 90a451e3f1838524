import { sql, type Kysely, type Migration } from 'kysely';

/** The previous secret of a client, which stays valid for some hours after a rotation. */
export const clientSecretsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table clients
        add column previous_secret_hash bytea check (length(previous_secret_hash) = 32),
        -- Until then the previous secret is accepted too.
        add column previous_ends_at timestamptz,
        add column rotated_at timestamptz,
        add check ((previous_secret_hash is null) = (previous_ends_at is null))`.execute(db);
  },
};
