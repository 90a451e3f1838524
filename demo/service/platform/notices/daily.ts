import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { publish, type NewEvent, type ownTriggers } from '../../events/publish.ts';
import { zonedTime } from '../../programme/time-zone.ts';
import { comesOn, customerPeriodStart } from './schedules.ts';
import { type ProgrammeSettings, programmeSettings } from '../../programme/programme.ts';

const BATCH_SIZE = 100;
/** After a downtime, dates of the last days are still published, but no older ones. */
const CATCH_UP_DAYS = 3;
/** Dates with different names that one customer wrote and that are reached in a year: customers may invent names. */
const MAX_CUSTOMER_DATES = 10;

interface NoticeDay {
  /** The calendar day of the programme. */
  readonly day: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
  readonly zone: RawBuilder<unknown>;
  readonly leapDay: RawBuilder<unknown>;
  /** The shortest schedule of dates that customers write. */
  readonly customerSchedule: string;
  /** Days before an expiry on which it is announced. */
  readonly ahead: readonly number[];
}

/**
 * Events that a date causes: ASSUMPTION. Each is a query for `profile_id`, `subject` (identifies the notice, so that it is
 * published once), `payload`, and optionally `also`: another subject that is stored with it.
 */
const notices: Readonly<
  Partial<Record<(typeof ownTriggers)[number], (at: NoticeDay) => RawBuilder<unknown>>>
> = {
  'date.reached': reachedDates,

  'points.expiring': ({ day, now, zone, ahead }) => sql`
    select profile_id, ends || '/' || ${announced(sql`ends`, day, ahead)} as subject,
      jsonb_build_object('value', value, 'expires_at', ends, 'days_left', ends - ${day}) as payload
    from (
      select profile_id, (expires_at at time zone ${zone})::date as ends, sum(remaining)::bigint as value from point_lots
      where remaining > 0 and expires_at > ${now} group by 1, 2) as ending
    where ${isNear(sql`ends`, day, ahead)}`,

  'reward.expiring': ({ day, now, zone, ahead }) => sql`
    select profile_id, id || '/' || ends || '/' || ${announced(sql`ends`, day, ahead)} as subject, jsonb_build_object(
      'id', id, 'reward_definition_id', reward_definition_id, 'name', name, 'code', code,
      'amount', amount::text, 'currency', currency, 'expires_at', ends,
      'days_left', ends - ${day}) as payload
    from (
      select rewards.*, definition.name, (rewards.expires_at at time zone ${zone})::date as ends
      from rewards join reward_definitions as definition on definition.id = reward_definition_id
      where redeemed_at is null and rewards.expires_at > ${now}) as ending
    where ${isNear(sql`ends`, day, ahead)}`,

  // The day on which so many points expire or leave the qualifying period that fewer remain than the tier requires, after its grace period.
  'tier.expiring': ({ day, now, zone, ahead }) => sql`
    select profile_id, tier.id || '/' || ends || '/' || ${announced(sql`ends`, day, ahead)} as subject, jsonb_build_object(
      'tier', jsonb_build_object('id', tier.id, 'name', tier.name, 'handle', tier.handle), 'points', mine.points,
      'points_required', tier.points_required, 'expires_at', ends, 'days_left', ends - ${day}) as payload
    from (
      select profile_id, tier_definition_id, profile_tiers.points, ((reassess_at + case when at_risk_since is null
        then coalesce((definition.fields ->> 'grace_days')::integer, 0) else 0 end * interval '1 day') at time zone ${zone})::date as ends
      from profile_tiers join tier_definitions as definition on definition.id = tier_definition_id
      where not is_assigned and reassess_at > ${now}) as mine
    join tier_definitions as tier on tier.id = mine.tier_definition_id
    where ${isNear(sql`ends`, day, ahead)}`,
};

/**
 * Dates of profiles. A date of staff is announced on each day of its schedule. One that a customer wrote is announced once in the period of
 * its schedule: by its name, so that a customer who moves it, or deletes it and adds another, gets no second birthday.
 */
function reachedDates({ day, leapDay, customerSchedule }: NoticeDay): RawBuilder<unknown> {
  const reached = (subject: RawBuilder<unknown>) =>
    sql`notices.profile_id = due.profile_id and notices.kind = 'date.reached' and ${subject}`;
  return sql`
    select profile_id, payload,
      case when by_customer then 'customer-date/' || named || '/' || day else id || '/' || day end as subject,
      case when not by_customer then 'staff-date/' || named || '/' || day end as also
    from (
      select due.*, row_number() over (partition by profile_id, by_customer order by day, id)
        + case when by_customer then (
            select count(*) from notices where ${reached(sql`subject like 'customer-date/%' and created_at > now() - interval '1 year'`)})
          else 0 end as number
      from (
        select due.*, row_number() over (partition by profile_id, by_customer, named order by day, id) as of_kind from (
          select id, profile_id, came.day, ${customerPeriodStart(sql`came.day`, customerSchedule)} as period_start,
            -- A date that is older than this field has none.
            fields ->> 'written_by' is distinct from 'staff' as by_customer,
            typed_code(fields ->> 'name') as named,
            jsonb_build_object(
              'id', id::text, 'name', fields ->> 'name', 'handle', fields ->> 'handle', 'date', fields ->> 'date',
              'is_recurring', fields ->> 'is_recurring', 'day', came.day,
              'years', extract(year from came.day)::integer - extract(year from (fields ->> 'date')::date)::integer) as payload
          from records, (
            select (${day} - past) as day from generate_series(0, ${CATCH_UP_DAYS}::integer) as past) as came
          -- A date that was stored after its day is not announced afterwards.
          where resource = 'profile-date' and (came.day = ${day} or updated_at < came.day) and ${comesOn(sql`came.day`, leapDay)}
        ) as due
        where not by_customer or not exists (
          select from notices where ${reached(sql`right(subject, 10)::date >= period_start and (
            starts_with(subject, 'customer-date/' || named || '/') or starts_with(subject, 'staff-date/' || named || '/')
            or starts_with(subject, id || '/'))`)})
      ) as due
      where not by_customer or of_kind = 1
    ) as due
    where not by_customer or number <= ${MAX_CUSTOMER_DATES}::integer`;
}

const isNear = (ends: RawBuilder<unknown>, day: RawBuilder<unknown>, ahead: readonly number[]) =>
  sql<boolean>`${ends} - ${day} <= ${Math.max(...ahead)}::integer`;

/** The announcement of 30, 7 or 1 days ahead that applies: an expiry in five days is announced as within seven, once. */
const announced = (ends: RawBuilder<unknown>, day: RawBuilder<unknown>, ahead: readonly number[]) =>
  sql`(select min(days) from unnest(${[...ahead]}::integer[]) as days where days >= ${ends} - ${day})`;

/**
 * Publishes the notices of the day, from the hour of the setting `notices.hour` on. Several processes may call it at any time: each
 * event is published once.
 */
export async function publishDailyNotices(db: Database, now = new Date()): Promise<void> {
  const settings = await programmeSettings(db);
  const at = noticeDayOf(settings, now);
  for (const [trigger, due] of Object.entries(notices)) {
    while ((await publishBatch(db, trigger, due(at))) > 0);
  }
}

function noticeDayOf(settings: ProgrammeSettings, now: Date): NoticeDay {
  const zone = settings['programme.timezone'];
  // Before the hour of notices, the previous day counts.
  const shown = zonedTime(now, zone);
  const today = shown.toPlainDate();
  const day = shown.hour < settings['notices.hour'] ? today.subtract({ days: 1 }) : today;
  return {
    day: sql`${day.toString()}::date`,
    now: sql`${now}::timestamptz`,
    zone: sql`${zone}::text`,
    customerSchedule: settings['dates.customer-schedule'],
    leapDay: sql`${settings['dates.leap-day']}::text`,
    ahead: settings['notices.days'],
  };
}

/** Publishes up to `BATCH_SIZE` notices that were not published yet. Returns how many. */
async function publishBatch(db: Database, kind: string, due: RawBuilder<unknown>): Promise<number> {
  return await db.transaction().execute(async (work) => {
    // One process after the other: each counts what the others published.
    await sql`select pg_advisory_xact_lock(hashtextextended('daily notices', 0))`.execute(work);
    const { rows } = await sql<{ profile_id: string; subject: string; payload: NewEvent['payload'] }>`
      with due as (
        select due.* from (${due}) as due join profiles on profiles.id = due.profile_id and deleted_at is null
        where not exists (
          select from notices where notices.profile_id = due.profile_id and kind = ${kind} and notices.subject = due.subject)
        order by due.profile_id, due.subject limit ${BATCH_SIZE}
      ), noted as (
        -- If two processes find the same notice, one of them inserts it.
        insert into notices (profile_id, kind, subject) select profile_id, ${kind}, subject from due
        on conflict do nothing returning profile_id, subject
      ), also_noted as (
        insert into notices (profile_id, kind, subject) select profile_id, ${kind}, to_jsonb(due) ->> 'also' from due
        where to_jsonb(due) ->> 'also' is not null on conflict do nothing
      )
      select due.* from due join noted using (profile_id, subject) order by profile_id, subject`.execute(
      work,
    );
    for (const { profile_id: profileId, payload } of rows) {
      await publish(work, { trigger: kind, namespace: 'loyalty', profileId, payload });
    }
    return rows.length;
  });
}
