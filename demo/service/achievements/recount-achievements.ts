import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import { findRecordIfAny } from '../crud/store.ts';
import { countTowardsAchievements } from './achievements.ts';
import {
  achievementDefinitionTable,
  countingDefinitions,
  criterionOf,
  progressIn,
  storeCountedEvents,
  type AchievementDefinition,
} from './achievement-progress.ts';
import { lockBalance } from '../points/balance-account.ts';

const PROFILES_AT_ONCE = 500;

/** Recounts a profile's achievements after an event. */
export async function recountAfter(work: Database, event: Row<'events'>): Promise<void> {
  const { profile_id: profileId, trigger } = event;
  if (profileId === null) return;
  const definitions = await countingDefinitions(work);
  if (definitions.length === 0) return;
  const counting = definitions.find((one) => countsEvent(one, trigger));
  if (counting) await storeCountedEvents(counting, sql<boolean>`id = ${event.id}`).execute(work);
  await lockBalance(work, profileId);
  await countTowardsAchievements(work, profileId, { description: describe(event) });
}

const countsEvent = (definition: AchievementDefinition, trigger: string): boolean =>
  criterionOf(definition) === 'event' && (definition.criterion_values ?? []).includes(trigger);

const describe = ({ trigger, payload }: Row<'events'>): string =>
  trigger === 'transaction.created'
    ? `Purchase ${String(payload['receipt_ref'] ?? payload['external_id'])}`
    : trigger;

/** Recounts some profiles in the order of their ids, each in its own transaction, and adds a job for the next ones. Idempotent. */
export async function recountProfiles(
  db: Database,
  { definitionId, after }: JobSubjects['achievements'],
): Promise<void> {
  const definition = await findRecordIfAny(db, achievementDefinitionTable, {}, String(definitionId));
  if (!definition || !(await countingDefinitions(db)).some(({ id }) => id === definition.id)) return;
  if (after === null && criterionOf(definition) === 'event') await storeCountedEvents(definition).execute(db);
  const { rows } = await sql<{ id: string; differs: boolean }>`
    select profiles.id, coalesce(achievements.points, 0) <> ${progressIn(definition, sql`profiles.id`)}
      or (coalesce(achievements.points, 0) >= ${definition.points_required ?? null}) <> (achievements.completed_at is not null)
      as differs
    from profiles
    left join achievements on profile_id = profiles.id and achievement_definition_id = ${definitionId}
    where profiles.id > ${after ?? ''} and deleted_at is null
    order by profiles.id limit ${PROFILES_AT_ONCE}`.execute(db);
  for (const { id, differs } of rows) {
    if (!differs) continue;
    await db.transaction().execute(async (work) => {
      await lockBalance(work, id);
      await countTowardsAchievements(work, id, { description: 'Counted anew', only: definition });
    });
  }
  const last = rows.at(-1);
  if (last && rows.length === PROFILES_AT_ONCE)
    await send(db, 'achievements', { definitionId, after: last.id });
}
