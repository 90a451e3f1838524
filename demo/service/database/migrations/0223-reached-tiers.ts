import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The tiers that members have reached by points, as they were then: a member who leaves a tier has reached it once, and a definition may be
 * changed or deleted. Of the time before this migration, only the present tier of each member is known.
 */
export const reachedTiersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table reached_tiers (
        profile_id text not null references profiles on delete cascade,
        -- No reference: the definition may be deleted.
        tier_definition_id bigint not null,
        points_required bigint not null,
        reached_at timestamptz not null,
        unique (profile_id, tier_definition_id)
      )`.execute(db);
    await sql`
      insert into reached_tiers (profile_id, tier_definition_id, points_required, reached_at)
      select profile_id, definition.id, points_required, coalesce(issued_at, now())
      from profile_tiers join tier_definitions as definition on definition.id = tier_definition_id
      where not is_assigned`.execute(db);
    await sql`
      create function note_reached_tier() returns trigger language plpgsql as $$
      begin
        insert into reached_tiers (profile_id, tier_definition_id, points_required, reached_at)
        select new.profile_id, id, points_required, now() from tier_definitions where id = new.tier_definition_id
        on conflict do nothing;
        return null;
      end $$`.execute(db);
    // A database trigger, because requests, jobs, merges and the sample data set tiers.
    await sql`
      create trigger note_reached_tier after insert or update of tier_definition_id on profile_tiers
        for each row when (new.tier_definition_id is not null and not new.is_assigned)
        execute function note_reached_tier()`.execute(db);
  },
};
