import { sql, type Kysely, type Migration } from 'kysely';

/** Changes for merging and purging profiles, and the positions of long loads. */
export const profileMovesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table lists add column fields jsonb not null default '{}'`.execute(db);
    await sql`alter table list_items add column fields jsonb not null default '{}'`.execute(db);
    // The items of a list move with it to another profile.
    await sql`alter table list_items drop constraint list_items_list_id_profile_id_fkey`.execute(db);
    await sql`
      alter table list_items add foreign key (list_id, profile_id) references lists (id, profile_id)
      on update cascade on delete cascade`.execute(db);
    await sql`
      create unique index records_share_handle on records ((fields ->> 'handle')) where resource = 'list-share'`.execute(
      db,
    );
    // Profiles are searched by an identity in any namespace.
    await sql`create index on identities (value)`.execute(db);
    for (const ledger of ['point_entries', 'tier_point_entries', 'credit_entries'])
      await allowChangeOfProfile(db, ledger);
    await sql`create table seed_positions (name text primary key, position bigint not null check (position >= 0))`.execute(
      db,
    );
    await sql`
      insert into seed_positions
      select 'generated-profiles', count(*) from profiles where id like 'generated-%'`.execute(db);
  },
};

/**
 * Ledger entries are append-only, with one exception: a transaction that merges or purges profiles may change their profile.
 */
async function allowChangeOfProfile(db: Kysely<unknown>, ledger: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${ledger}) is not null as there`.execute(
    db,
  );
  if (!rows[0]?.there) return;
  await sql`
    create or replace function ${sql.ref(`keep_${ledger}`)}() returns trigger language plpgsql as $$
    declare
      free text[] := case when coalesce(current_setting('loyalty.moving', true), '') = 'on'
        then array['reward_id', 'profile_id'] else array['reward_id'] end;
    begin
      -- A purge may remove the reward from an entry; other changes are refused.
      if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
        raise exception 'the points ledger is append-only';
      end if;
      return new;
    end $$`.execute(db);
}
