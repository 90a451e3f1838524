import { sql, type Kysely, type Migration } from 'kysely';

/** An e-mail address belongs to one profile, in upper or lower case. */
export const emailsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ address: string; profiles: string }>`
      select address, string_agg(distinct profile_id, ', ') as profiles from (
        select lower(email) as address, id as profile_id from profiles where email is not null
        union all select lower(value), profile_id from identities where namespace = 'email') as known
      group by address having count(distinct profile_id) > 1 order by address limit 20`.execute(db);
    if (rows.length) {
      const collisions = rows.map(({ address, profiles }) => `${address} (${profiles})`);
      throw new Error(
        `Several profiles have the same e-mail address: ${collisions.join('; ')}. Merge them, then start again.`,
      );
    }
    await sql`
      delete from identities as one using identities as other
      where one.namespace = 'email' and other.namespace = 'email' and one.id > other.id
        and one.profile_id = other.profile_id and lower(one.value) = lower(other.value)`.execute(db);
    await sql`update identities set value = lower(value) where namespace = 'email' and value <> lower(value)`.execute(
      db,
    );
    await sql`create unique index profiles_email on profiles (lower(email))`.execute(db);
    await sql`drop index if exists profiles_lower_idx`.execute(db);
  },
};
