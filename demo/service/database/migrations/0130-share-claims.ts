import { sql, type Kysely, type Migration } from 'kysely';

/** Several profiles may claim a share. A share that was claimed before this migration stays with its one profile. */
export const shareClaimsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into records (resource, profile_id, parent, fields, created_at)
      select 'list-share-claim', fields ->> 'claimed_by', 'list-share:' || id, '{"handle": "claim"}', updated_at from records
      where resource = 'list-share' and fields ->> 'claimed_by' in (select id from profiles)
      order by id`.execute(db);
    await sql`
      update records set fields = (fields - 'claimed_by' - 'settings')
        || case when fields ->> 'claimed_by' is null then '{}' else '{"max_claims": 1}'::jsonb end
      where resource = 'list-share'`.execute(db);
    // Reservations are found by their secret.
    await sql`
      create unique index records_reservation_secret on records ((fields ->> 'secret_hash'))
      where resource = 'reservation'`.execute(db);
  },
};
