import { sql } from 'kysely';
import type { Row } from '../database/tables.ts';
import { mismatch } from '../events/conditions.ts';
import { readableMessageOf } from '../events/message.ts';
import { isAskedFor, NOT_ASKED_FOR } from '../events/customer-events.ts';
import { setEventDepth } from '../events/publish.ts';
import type { Runtime } from '../jobs/perform.ts';
import { runActions } from './actions.ts';
import { writeHistory, writeSkipped } from './action-history.ts';

/** Longest chain of events that actions of triggers publish: it ends triggers that fire each other. */
const MAX_DEPTH = 5;

/** Runs the actions of the triggers of an event. `runtime.db` is the transaction of the event. */
export async function runTriggers(runtime: Runtime, event: Row<'events'>): Promise<void> {
  const { rows } = await sql<{ id: number; condition: readonly string[] | null }>`
    select id, fields -> 'condition' as condition from records
    where resource = 'trigger' and fields @> jsonb_build_object('event', ${event.trigger}::text)
      and coalesce(fields ->> 'is_active', 'true') = 'true'
    order by id`.execute(runtime.db);
  await setEventDepth(runtime.db, event.depth + 1);
  for (const { id, condition } of rows) {
    const skip = (why: string) => writeSkipped(runtime.db, { trigger_id: id }, event, why);
    if (!isAskedFor(event, condition ?? [])) {
      await skip(NOT_ASKED_FOR);
      continue;
    }
    const why = mismatch(condition ?? [], readableMessageOf(event));
    if (event.depth >= MAX_DEPTH) {
      await writeHistory(runtime.db, {
        type: 'trigger',
        trigger_id: id,
        status: 'failed',
        message: 'Too many triggers fired each other.',
      });
    } else if (why !== undefined) {
      await skip(why);
    } else {
      await runActions(runtime, `trigger:${id}`, { profileId: event.profile_id, event });
    }
  }
}
