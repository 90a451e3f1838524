import { sql, type Kysely, type Migration } from 'kysely';

/** Tiers by the points of a qualifying period (`qualifying_days`), which members keep for a grace period (`grace_days`). */
export const qualifyingPeriodsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table profile_tiers
        -- Since then the points no longer reach the tier: it is kept until the end of its grace period.
        add column at_risk_since timestamptz,
        -- When points that the tier needs expire or leave its period, or when its grace period ends.
        add column reassess_at timestamptz`.execute(db);
    await sql`create index on profile_tiers (reassess_at) where reassess_at is not null`.execute(db);
    // Points of a purchase count from its day on, whenever it was sent. Points of a refund leave with those of its purchase.
    await sql`
      create function counted_points(of_profile text)
        returns table (value bigint, earned_at timestamptz) language sql stable as $$
        select coalesce(counted, case when kind = 'earn' then amount else 0 end),
          least(entry.created_at, coalesce((
            select transacted_at from transactions
            where source_type = 'transaction' and source_id ~ '^[0-9]{1,18}$' and id = source_id::bigint), entry.created_at))
        from point_entries as entry
        where profile_id = of_profile and coalesce(counted, case when kind = 'earn' then amount else 0 end) <> 0
      $$`.execute(db);
    await sql`
      create function points_towards_tier(of_profile text, days integer) returns bigint language sql stable as $$
        select greatest(0, case when days is null
          then coalesce((select earned from point_balances where profile_id = of_profile), 0)
            + coalesce((select extra from profile_tiers where profile_id = of_profile), 0)
          else coalesce((
              select sum(value) from counted_points(of_profile) where earned_at > now() - days * interval '1 day'), 0)
            + coalesce((
              select sum(value) from tier_points
              where profile_id = of_profile and not is_expired and earned_at > now() - days * interval '1 day'), 0)
          end)::bigint
      $$`.execute(db);
    await sql`
      create function reached_tier(of_profile text) returns bigint language sql stable as $$
        select id from tier_definitions
        where points_required <= points_towards_tier(of_profile, (fields ->> 'qualifying_days')::integer)
          and not fields @> '{"is_published": false}' and not fields @> '{"is_archived": true}'
        order by points_required desc limit 1
      $$`.execute(db);
    await sql`
      -- When points expire or leave the period so that fewer remain than the tier requires; null if none do.
      create function tier_ends_at(of_profile text, tier bigint) returns timestamptz language sql stable as $$
        with definition as (
          select points_required, (fields ->> 'qualifying_days')::integer as days from tier_definitions where id = tier
        ), leaving as (
          select value, earned_at + days * interval '1 day' as leaves_at
          from definition, counted_points(of_profile) where days is not null
          union all
          select value, least(expires_at, earned_at + days * interval '1 day')
          from definition, tier_points where profile_id = of_profile and not is_expired
        ), remaining as (
          select leaves_at, points_towards_tier(of_profile, days) - sum(value) over (order by leaves_at) as points, points_required
          from definition, leaving where leaves_at > now()
        )
        select min(leaves_at) from remaining where points < points_required
      $$`.execute(db);
    await sql`
      update profile_tiers set reassess_at = tier_ends_at(profile_id, tier_definition_id)
      where tier_definition_id is not null and not is_assigned
        and exists (select from tier_points where tier_points.profile_id = profile_tiers.profile_id and expires_at > now())`.execute(
      db,
    );
  },
};
