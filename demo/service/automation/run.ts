import { sql } from 'kysely';
import { automationShape } from '../../../src/services/contract/automation.ts';
import type { Database } from '../database/tables.ts';
import { setEventDepth } from '../events/publish.ts';
import { send } from '../jobs/boss.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/perform.ts';
import { addRecord, rowsWithin } from '../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../crud/tables.ts';
import { timestamp } from '../api/formats.ts';
import { runActions } from './actions.ts';
import { nextTime } from './cron.ts';
import { settleDue } from '../points/settle.ts';
import { birthdayAttributes, today, type AsOf } from './profile-attributes.ts';
import { asOf, profilesOfQuery } from './profiles.ts';
import { programmeSettings } from '../programme/programme.ts';

/** Profiles per job. Each job is a transaction, and queues the next one. */
const PROFILES_PER_JOB = 50;
const DAY_MS = 86_400_000;

const table = tableOf('automation', automationShape);
type StoredAutomation = Stored<typeof automationShape, 'automation'> & {
  /** Id of the present run; null when it is over. */
  readonly run?: string | null;
  /** The last profile of the present run. */
  readonly position?: string | null;
};

/** Starts every due automation, once even with several processes. */
export async function startDueAutomations(db: Database, now = new Date()): Promise<number> {
  return await db.transaction().execute(async (work) => {
    const { rows } = await sql<{ id: number; schedule: string }>`
      select id, fields ->> 'schedule' as schedule from records
      where resource = 'automation' and coalesce(fields ->> 'is_active', 'true') = 'true'
        and fields ->> 'next_run_at' <= ${timestamp(now)}
      for update skip locked`.execute(work);
    if (rows.length === 0) return 0;
    const zone = (await programmeSettings(work))['programme.timezone'];
    for (const { id, schedule } of rows) await startAutomation(work, id, nextTime(schedule, now, zone), now);
    return rows.length;
  });
}

/** Sets the next times of all automations after a change of the programme's time zone. */
export async function rescheduleAutomations(work: Database, zone: string, now = new Date()): Promise<void> {
  const { rows } = await sql<{ id: number; schedule: string }>`
    select id, fields ->> 'schedule' as schedule from records where resource = 'automation' order by id for update`.execute(
    work,
  );
  for (const { id, schedule } of rows) {
    const next = nextTime(schedule, now, zone);
    if (next) await change(work, id, { next_run_at: timestamp(next) });
  }
}

/**
 * Starts a run of an automation and stores its next time; a manual run leaves that unchanged. Returns the id of the run, an entry
 * of the action history.
 */
export async function startAutomation(
  work: Database,
  id: number,
  next?: Date,
  now = new Date(),
): Promise<string> {
  await sql`
    update records set fields = fields || '{"status": "replaced", "message": "A newer run began."}'
    where resource = 'action-history' and id::text = (select fields ->> 'run' from records where id = ${id}) and fields ->> 'status' = 'running'`.execute(
    work,
  );
  const entry = { type: 'run', status: 'running', automation_id: id, profiles: 0, done: 0, failed: 0 };
  const run = String((await addRecord(work, tableOf('action-history'), entry)).id);
  const startedAt = timestamp(now);
  const times = { last_run_at: startedAt, ...(next && { next_run_at: timestamp(next) }) };
  await change(work, id, { ...times, run, position: null });
  await send(work, 'automations', { automationId: id, run, startedAt, after: null });
  return run;
}

/** Runs the actions of an automation for some profiles, and queues the rest. */
export async function runAutomation(runtime: Runtime, subject: JobSubjects['automations']): Promise<void> {
  const { automationId, run, startedAt, after } = subject;
  // The query finds profiles by points and tiers: due changes come first.
  if (after === null) await settleDue(runtime.db);
  await runtime.db.transaction().execute(async (work) => {
    const row = await rowsWithin(work, table, { id: automationId })
      // An expired job and the one that replaced it must run one after the other.
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const automation: StoredAutomation = fromRow(row);
    // This job was repeated after its transaction had committed, or a newer run has begun.
    if (automation.run !== run || (automation.position ?? null) !== after) return;
    const at = await asOf(work, new Date(startedAt));
    const period = periodOf(frequencyOf(automation), at);
    const profiles = await profilesOfQuery(work, automation.query ?? {}, at)
      .$if(after !== null, (query) => query.where(sql<boolean>`profiles.id > ${after}`))
      .$if(period !== undefined, (query) =>
        query.where(sql<boolean>`not exists (
          select from automation_profiles as found
          where found.profile_id = profiles.id and automation_id = ${automationId} and period = ${period})`),
      )
      .limit(PROFILES_PER_JOB)
      // A purge would delete a profile between this statement and its event, whose foreign key then ends the whole run.
      .forKeyShare()
      .execute();
    await setEventDepth(work, 1);
    const counts = { profiles: profiles.length, done: 0, failed: 0 };
    for (const { id } of profiles.map(fromRow)) {
      const profileRun = { automation, run, profileId: id, period };
      const { done, failed } = await runFor({ ...runtime, db: work }, profileRun);
      counts.done += done;
      counts.failed += failed;
    }
    const last = profiles.at(-1);
    const position = last && profiles.length === PROFILES_PER_JOB ? fromRow(last).id : null;
    await change(work, automationId, position === null ? { run: null, position } : { position });
    await countRun(work, Number(run), counts, position === null);
    if (position !== null) await send(work, 'automations', { automationId, run, startedAt, after: position });
  });
}

interface ProfileRun {
  readonly automation: StoredAutomation;
  readonly run: string;
  readonly profileId: string;
  readonly period: string | undefined;
}

/** Runs the actions for one profile. If all of them fail, the next run of the same period finds the profile again. */
async function runFor(runtime: Runtime, { automation, run, profileId, period }: ProfileRun) {
  const { db: work } = runtime;
  const { id, handle } = automation;
  const event = await addEvent(work, handle ?? String(id), profileId);
  const outcome = await runActions(runtime, `automation:${id}`, { profileId, event, runId: Number(run) });
  if (period !== undefined && (outcome.done > 0 || outcome.failed === 0)) {
    await work
      .insertInto('automation_profiles')
      .values({ automation_id: id, profile_id: profileId, period })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return outcome;
}

/** The present period of a frequency, in which an automation finds each profile once. In the calendar of the programme. */
const periods: Readonly<Record<string, (day: string) => string>> = {
  once: () => '',
  daily: (day) => day,
  // The Monday of the week.
  weekly: (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    const since = (date.getUTCDay() + 6) % 7;
    return `week ${new Date(date.getTime() - since * DAY_MS).toISOString().slice(0, 10)}`;
  },
  monthly: (day) => day.slice(0, 7),
  yearly: (day) => day.slice(0, 4),
};

/** Customers may move their birthday every day: a query for birthdays finds each of them once a year, if its frequency says no other period. */
function frequencyOf({ frequency, query }: StoredAutomation): string {
  const asked = frequency ?? 'always';
  const isAboutBirthdays = Object.keys(query ?? {}).some((name) => birthdayAttributes.includes(name));
  return asked === 'always' && isAboutBirthdays ? 'yearly' : asked;
}

/** The name of that period; undefined for a frequency that finds a profile each time. */
const periodOf = (frequency: string, at: AsOf): string | undefined =>
  Object.hasOwn(periods, frequency) ? periods[frequency]?.(today(at)) : undefined;

/** Adds the counts of a job to the entry of its run in the action history. */
async function countRun(
  work: Database,
  id: number,
  { profiles, done, failed }: Readonly<Record<'profiles' | 'done' | 'failed', number>>,
  isOver: boolean,
): Promise<void> {
  await sql`
    with counted as (
      select (fields ->> 'profiles')::integer + ${profiles}::integer as profiles, (fields ->> 'done')::integer + ${done}::integer as done,
        (fields ->> 'failed')::integer + ${failed}::integer as failed
      from records where id = ${id}
    )
    update records set updated_at = now(), fields = fields || jsonb_build_object(
      'profiles', profiles, 'done', done, 'failed', failed, 'status', ${isOver ? 'done' : 'running'}::text,
      'message', profiles || ' profiles, ' || done || ' actions done, ' || failed || ' failed')
    from counted where id = ${id}`.execute(work);
}

async function change(work: Database, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update records set fields = fields || ${JSON.stringify(values)}::jsonb where id = ${id}`.execute(work);
}

/** Adds the event that actions of an automation need. It counts as handled, because automations fire no triggers. */
async function addEvent(work: Database, handle: string, profileId: string) {
  return await work
    .insertInto('events')
    .values({
      trigger: `automation.${handle}`,
      namespace: 'automation',
      profile_id: profileId,
      payload: JSON.stringify({ automation: handle }),
      depth: 1,
      handled_at: sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
