import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { publish, type NewEvent, type ownTriggers } from '../events/publish.ts';
import { zonedTime } from '../../programme/time-zone.ts';
import { comesOn } from './schedules.ts';
import { type ProgrammeSettings, programmeSettings } from '../../programme/programme.ts';

const BATCH_SIZE = 100;
/** After a downtime, dates of the last days are still published, but no older ones. */
const CATCH_UP_DAYS = 3;

interface NoticeDay {
  /** The calendar day of the programme. */
  readonly day: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
  readonly zone: RawBuilder<unknown>;
  readonly leapDay: RawBuilder<unknown>;
  /** Days before an expiry on which it is announced. */
  readonly ahead: readonly number[];
}

/**
 * Events that a date causes: ASSUMPTION G71. Each is a query for `profile_id`, `subject` (identifies the notice, so that it is
 * published once) and `payload`.
 */
const notices: Readonly<
  Partial<Record<(typeof ownTriggers)[number], (at: NoticeDay) => RawBuilder<unknown>>>
> = {
  'date.reached': ({ day, leapDay }) => sql`
    select profile_id, id || '/' || came.day as subject, jsonb_build_object(
      'id', id::text, 'name', fields ->> 'name', 'handle', fields ->> 'handle', 'date', fields ->> 'date',
      'is_recurring', fields ->> 'is_recurring', 'day', came.day,
      'years', extract(year from came.day)::integer - extract(year from (fields ->> 'date')::date)::integer) as payload
    from records, (
      select (${day} - past) as day from generate_series(0, ${CATCH_UP_DAYS}::integer) as past) as came
    -- A date that was stored after its day is not announced afterwards.
    where resource = 'profile-date' and (came.day = ${day} or updated_at < came.day) and ${comesOn(sql`came.day`, leapDay)}`,

  'points.expiring': ({ day, now, zone, ahead }) => sql`
    select profile_id, ends || '/' || ${announced(sql`ends`, day, ahead)} as subject,
      jsonb_build_object('value', value, 'expires_at', ends, 'days_left', ends - ${day}) as payload
    from (
      select profile_id, (expires_at at time zone ${zone})::date as ends, sum(remaining)::bigint as value from point_lots
      where remaining > 0 and expires_at > ${now} group by 1, 2) as ending
    where ${isNear(sql`ends`, day, ahead)}`,

  'reward.expiring': ({ day, now, zone, ahead }) => sql`
    select profile_id, id || '/' || ends || '/' || ${announced(sql`ends`, day, ahead)} as subject, jsonb_build_object(
      'id', id, 'reward_definition_id', reward_definition_id, 'name', name, 'code', code, 'expires_at', ends,
      'days_left', ends - ${day}) as payload
    from (
      select rewards.*, definition.name, (rewards.expires_at at time zone ${zone})::date as ends
      from rewards join reward_definitions as definition on definition.id = reward_definition_id
      where redeemed_at is null and rewards.expires_at > ${now}) as ending
    where ${isNear(sql`ends`, day, ahead)}`,

  // The day on which so many tier points expire that fewer remain than the tier requires.
  'tier.expiring': ({ day, now, zone, ahead }) => sql`
    select profile_id, tier.id || '/' || ends || '/' || ${announced(sql`ends`, day, ahead)} as subject, jsonb_build_object(
      'tier', jsonb_build_object('id', tier.id, 'name', tier.name, 'handle', tier.handle), 'points', mine.points,
      'points_required', tier.points_required, 'expires_at', ends, 'days_left', ends - ${day}) as payload
    from (
      select mine.profile_id, mine.tier_definition_id, mine.points, min((ending.expires_at at time zone ${zone})::date) as ends
      from profile_tiers as mine join tier_definitions as tier on tier.id = mine.tier_definition_id
      join lateral (
        select expires_at, sum(value) over (order by expires_at, id) as gone from tier_points
        where profile_id = mine.profile_id and not is_expired and expires_at > ${now}) as ending
        on mine.points - ending.gone < tier.points_required
      where not mine.is_assigned
      group by 1, 2, 3) as mine
    join tier_definitions as tier on tier.id = mine.tier_definition_id
    where ${isNear(sql`ends`, day, ahead)}`,
};

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
    leapDay: sql`${settings['dates.leap-day']}::text`,
    ahead: settings['notices.days'],
  };
}

/** Publishes up to `BATCH_SIZE` notices that were not published yet. Returns how many. */
async function publishBatch(db: Database, kind: string, due: RawBuilder<unknown>): Promise<number> {
  return await db.transaction().execute(async (work) => {
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
