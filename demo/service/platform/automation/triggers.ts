import { sql } from 'kysely';
import type { Row } from '../database/tables.ts';
import { matches } from '../events/conditions.ts';
import { messageOf } from '../events/message.ts';
import { CUSTOMER_NAMESPACE, setEventDepth } from '../events/publish.ts';
import type { Runtime } from '../jobs/perform.ts';
import { runActions } from './actions.ts';
import { writeHistory } from './action-history.ts';

/** Longest chain of events that actions of triggers publish: it ends triggers that fire each other. */
const MAX_DEPTH = 5;

/** Runs the actions of the triggers of an event (rule R107). `runtime.db` is the transaction of the event. */
export async function runTriggers(runtime: Runtime, event: Row<'events'>): Promise<void> {
  const { rows } = await sql<{ id: number; condition: readonly string[] | null }>`
    select id, fields -> 'condition' as condition from records
    where resource = 'trigger' and fields @> jsonb_build_object('event', ${event.trigger}::text)
      and coalesce(fields ->> 'is_active', 'true') = 'true'
    order by id`.execute(runtime.db);
  await setEventDepth(runtime.db, event.depth + 1);
  for (const { id, condition } of rows) {
    if (!mayFire(event, condition ?? [])) continue;
    if (event.depth >= MAX_DEPTH) {
      await writeHistory(runtime.db, {
        type: 'trigger',
        trigger_id: id,
        status: 'failed',
        message: 'Too many triggers fired each other.',
      });
    } else if (matches(condition ?? [], messageOf(event))) {
      await runActions(runtime, `trigger:${id}`, { profileId: event.profile_id, event });
    }
  }
}

/**
 * A customer may publish any custom event, and must not get a reward by it: an event of a customer fires a trigger only if a
 * condition of the trigger tests the namespace.
 */
const mayFire = ({ namespace }: Row<'events'>, condition: readonly string[]): boolean =>
  namespace !== CUSTOMER_NAMESPACE || condition.some((one) => one.startsWith('namespace '));
