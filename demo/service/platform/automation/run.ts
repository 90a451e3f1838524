import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { setEventDepth } from '../events/publish.ts';
import { send } from '../jobs/boss.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { addRecord } from '../../crud/store.ts';
import { fromRow, type Stored, tableOf } from '../../crud/tables.ts';
import { timestamp } from '../../api/formats.ts';
import { runActions } from './actions.ts';
import { nextTime } from './cron.ts';
import { periodOf } from './frequency.ts';
import { asOf, profilesOfQuery } from './profiles.ts';
import { programmeSettings } from '../../programme/programme.ts';

/** Profiles per job: each job is a transaction, and says where the next one begins. */
const PROFILES_AT_ONCE = 50;

/** Starts every automation whose time has come, each once however many processes look (rule R107). */
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

/** The time zone of the programme was changed: automations come at the times of their schedules in that one. */
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
 * Puts an automation to work, and notes when it comes next; a run by hand leaves that as it is. Answers the id of the run, an entry of
 * the action history.
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
  await runtime.db.transaction().execute(async (work) => {
    const row = await work
      .selectFrom('records')
      .selectAll()
      .where('id', '=', automationId)
      .where('resource', '=', 'automation')
      // A job that was thought dead and its successor: one after the other.
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const { fields } = row;
    // Its transaction was committed already, and only the job did not hear of it; or a newer run has begun.
    if (fields['run'] !== run || (fields['position'] ?? null) !== after) return;
    const at = await asOf(work, new Date(startedAt));
    const period = periodOf(fields['frequency'], at);
    const profiles = await profilesOfQuery(work, (fields['query'] ?? {}) as Record<string, unknown>, at)
      .$if(after !== null, (query) => query.where('id', '>', after as never))
      .$if(period !== undefined, (query) =>
        query.where(sql<boolean>`not exists (
          select from automation_profiles as found
          where found.profile_id = profiles.id and automation_id = ${automationId} and period = ${period})`),
      )
      .limit(PROFILES_AT_ONCE)
      .execute();
    await setEventDepth(work, 1);
    const ran = { profiles: profiles.length, done: 0, failed: 0 };
    for (const profile of profiles.map(fromRow)) {
      const { done, failed } = await runFor(
        { ...runtime, db: work },
        { row: fromRow(row), run, profile, period },
      );
      ran.done += done;
      ran.failed += failed;
    }
    const last = profiles.at(-1);
    const goesOn = last && profiles.length === PROFILES_AT_ONCE ? String(last.id) : null;
    await change(work, automationId, goesOn === null ? { run: null, position: null } : { position: goesOn });
    await noteRun(work, Number(run), ran, goesOn === null);
    if (goesOn !== null) await send(work, 'automations', { automationId, run, startedAt, after: goesOn });
  });
}

interface Turn {
  readonly row: Stored;
  readonly run: string;
  readonly profile: Stored;
  readonly period: string | undefined;
}

/** The actions for one profile. Where none of them could be done, it is found again by the next run of the period. */
async function runFor(runtime: Runtime, { row, run, profile, period }: Turn) {
  const { db: work } = runtime;
  const profileId = String(profile.id);
  const event = await newOccasion(work, String(row['handle'] ?? row.id), profileId);
  const outcome = await runActions(runtime, `automation:${row.id}`, { profileId, event, runId: Number(run) });
  if (period !== undefined && (outcome.done > 0 || outcome.failed === 0)) {
    await work
      .insertInto('automation_profiles')
      .values({ automation_id: Number(row.id), profile_id: profileId, period })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return outcome;
}

/** Adds to the entry of a run in the action history. */
async function noteRun(
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

/** What an action is told about: an event of its own, which nobody listens to (automations raise no triggers). */
async function newOccasion(work: Database, handle: string, profileId: string) {
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
