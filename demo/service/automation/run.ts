import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import type { Runtime } from '../jobs/runtime.ts';
import { join } from '../records/table.ts';
import { timestamp } from '../views.ts';
import { deepen } from '../events/raise.ts';
import { runActions } from './actions.ts';
import { nextTime } from './cron.ts';
import { profilesOfQuery } from './profiles.ts';

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
    for (const { id, schedule } of rows) await startAutomation(work, id, nextTime(schedule, now), now);
    return rows.length;
  });
}

/** Puts an automation to work, and notes when it comes next; a run by hand leaves that as it is. */
export async function startAutomation(
  work: Database,
  id: number,
  next?: Date,
  now = new Date(),
): Promise<string> {
  const run = randomUUID();
  const times = { last_run_at: timestamp(now), ...(next && { next_run_at: timestamp(next) }) };
  await change(work, id, { ...times, run, position: null });
  await send(work, 'automations', { automationId: id, run, after: null });
  return run;
}

/** Runs the actions of an automation for some profiles, and queues the rest. */
export async function runAutomation(runtime: Runtime, subject: JobSubjects['automations']): Promise<void> {
  const { automationId, run, after } = subject;
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
    const profiles = await profilesOfQuery(work, (fields['query'] ?? {}) as Record<string, unknown>)
      .$if(after !== null, (query) => query.where('id', '>', after as never))
      .limit(PROFILES_AT_ONCE)
      .execute();
    await deepen(work, 1);
    for (const profile of profiles.map(join)) {
      const profileId = String(profile.id);
      const event = await occasionOf(work, String(fields['handle'] ?? automationId), profileId);
      await runActions({ ...runtime, db: work }, `automation:${automationId}`, { profileId, event });
    }
    const last = profiles.at(-1);
    const goesOn = last && profiles.length === PROFILES_AT_ONCE ? String(last.id) : null;
    await change(work, automationId, goesOn === null ? { run: null, position: null } : { position: goesOn });
    if (goesOn !== null) await send(work, 'automations', { automationId, run, after: goesOn });
  });
}

async function change(work: Database, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update records set fields = fields || ${JSON.stringify(values)}::jsonb where id = ${id}`.execute(work);
}

/** What an action is told about: an event of its own, which nobody listens to (automations raise no triggers). */
async function occasionOf(work: Database, handle: string, profileId: string) {
  return await work
    .insertInto('events')
    .values({
      ...{ trigger: `automation.${handle}`, namespace: 'automation', profile_id: profileId },
      payload: JSON.stringify({ automation: handle }),
      depth: 1,
      handled_at: sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
