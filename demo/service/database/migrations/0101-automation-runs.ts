import { sql, type Kysely, type Migration } from 'kysely';

/** Profiles that automations have found in a period, and anniversaries of dates. */
export const automationRunsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table automation_profiles (
        -- No reference: the rows remain when the automation is deleted.
        automation_id bigint not null,
        profile_id text not null references profiles on delete cascade,
        -- '2026' for once a year, '' for once ever.
        period text not null,
        created_at timestamptz not null default now(),
        unique (profile_id, automation_id, period)
      )`.execute(db);
    // Runs are now entries of the action history: an unfinished one starts again at its next time.
    await sql`
      update records set fields = fields || '{"run": null, "position": null}' where resource = 'automation'`.execute(
      db,
    );
    // In other years 29 February counts as the day before or after.
    await sql`
      create function anniversary(first date, year integer, leap_day text) returns date language sql immutable as $$
        select case
          when extract(month from first) = 2 and extract(day from first) = 29
            and not (year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0))
          then make_date(year, 2, 28) + case when leap_day = 'after' then 1 else 0 end
          else make_date(year, extract(month from first)::integer, extract(day from first)::integer)
        end
      $$`.execute(db);
    await sql`
      create function next_anniversary(first date, today date, leap_day text) returns date language sql immutable as $$
        select case
          when first >= today then first
          when anniversary(first, extract(year from today)::integer, leap_day) >= today
          then anniversary(first, extract(year from today)::integer, leap_day)
          else anniversary(first, extract(year from today)::integer + 1, leap_day)
        end
      $$`.execute(db);
  },
};
