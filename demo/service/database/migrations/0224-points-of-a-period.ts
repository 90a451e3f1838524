import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Points of a qualifying period are read from the entries of the period, by their index, and added up once: before, each purchase read the
 * whole history of its member about ten times, so it took 100 ms with 1,500 entries.
 */
export const pointsOfAPeriodMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop function counted_points(text)`.execute(db);
    // Points of a purchase count from its day on, or from the day of their entry where that is earlier: an entry before the period has none in it.
    await sql`
      create function counted_points(of_profile text, since timestamptz)
        returns table (value bigint, earned_at timestamptz) language sql stable as $$
        select coalesce(counted, case when kind = 'earn' then amount else 0 end),
          least(entry.created_at, coalesce((
            select transacted_at from transactions
            where source_type = 'transaction' and source_id ~ '^[0-9]{1,18}$' and id = source_id::bigint), entry.created_at))
        from point_entries as entry
        where profile_id = of_profile and created_at > since
          and coalesce(counted, case when kind = 'earn' then amount else 0 end) <> 0
      $$`.execute(db);
    await sql`
      create or replace function points_towards_tier(of_profile text, days integer) returns bigint language sql stable as $$
        select greatest(0, case when days is null
          then coalesce((select earned from point_balances where profile_id = of_profile), 0)
            + coalesce((select extra from profile_tiers where profile_id = of_profile), 0)
          else coalesce((
              select sum(value) from counted_points(of_profile, now() - days * interval '1 day')
              where earned_at > now() - days * interval '1 day'), 0)
            + coalesce((
              select sum(value) from tier_points
              where profile_id = of_profile and not is_expired and earned_at > now() - days * interval '1 day'), 0)
          end)::bigint
      $$`.execute(db);
    await sql`
      create or replace function reached_tier(of_profile text) returns bigint language sql stable as $$
        with open as (
          select id, points_required, (fields ->> 'qualifying_days')::integer as days from tier_definitions
          where not fields @> '{"is_published": false}' and not fields @> '{"is_archived": true}'
        ), periods as materialized (
          select days, points_towards_tier(of_profile, days) as points from (select distinct days from open) as each
        )
        select id from open join periods on periods.days is not distinct from open.days
        where points_required <= points order by points_required desc limit 1
      $$`.execute(db);
    await sql`
      create or replace function tier_ends_at(of_profile text, tier bigint) returns timestamptz language sql stable as $$
        with definition as materialized (
          select points_required, days, points_towards_tier(of_profile, days) as points
          from (select points_required, (fields ->> 'qualifying_days')::integer as days from tier_definitions where id = tier) as one
        ), leaving as (
          select value, earned_at + days * interval '1 day' as leaves_at
          from definition, counted_points(of_profile, now() - days * interval '1 day')
          union all
          select value, least(expires_at, earned_at + days * interval '1 day')
          from definition, tier_points where profile_id = of_profile and not is_expired
        ), remaining as (
          select leaves_at, points - sum(value) over (order by leaves_at) as points, points_required
          from definition, leaving where leaves_at > now()
        )
        select min(leaves_at) from remaining where points < points_required
      $$`.execute(db);
  },
};
