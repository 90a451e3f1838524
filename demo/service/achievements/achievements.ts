import { sql } from 'kysely';
import { rewardShape } from '../../../src/services/contract/incentives/rewards.ts';
import { viewOfRow } from '../crud/views.ts';
import { ownerOfProfile } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { publish, type NewEvent } from '../events/publish.ts';
import { countingDefinitions, progressIn, type AchievementDefinition } from './achievement-progress.ts';
import { issueReward, increaseStock } from '../rewards/issue-reward.ts';
import { programmeOf } from '../programme/programme.ts';
import { withDefinition } from '../programme/with-definition.ts';
import { definitionOfReward } from '../rewards/definitions.ts';

interface Standing {
  readonly definition: AchievementDefinition;
  readonly progress: number;
  /** The stored achievement; null before the first progress. */
  readonly id: number | null;
  readonly points: number;
  readonly completed: boolean;
  /** Whether its reward was issued and not withdrawn. */
  readonly rewarded: boolean;
  readonly reward: number | null;
}

/**
 * Recounts a profile's progress in every achievement, or in one: writes the difference, completes achievements and issues
 * their rewards. Call under `lockBalance`, so that two counts of one profile run one after the other.
 */
export async function countTowardsAchievements(
  work: Database,
  profileId: string,
  { description, only }: { readonly description: string; readonly only?: AchievementDefinition },
): Promise<void> {
  const definitions = only ? [only] : await countingDefinitions(work);
  if (definitions.length === 0) return;
  for (const standing of await standingsOf(work, profileId, definitions)) {
    const { definition, progress, points } = standing;
    if (progress !== points) await writeStep(work, profileId, standing, description);
    const id = standing.id ?? (await achievementId(work, profileId, definition));
    if (id === undefined) continue;
    const isComplete = progress >= (definition.points_required ?? NaN);
    if (isComplete && !standing.completed) await complete(work, profileId, { ...standing, id });
    if (!isComplete && standing.completed && definition.is_permanent !== true)
      await reopen(work, profileId, { ...standing, id });
  }
}

async function standingsOf(
  work: Database,
  profileId: string,
  definitions: readonly AchievementDefinition[],
): Promise<readonly Standing[]> {
  const counts = definitions.map(
    (definition) =>
      sql`select ${definition.id}::bigint as definition, ${progressIn(definition, sql`${profileId}`)} as progress`,
  );
  const { rows } = await sql<Omit<Standing, 'definition'> & { definition: number }>`
    select counted.definition, counted.progress, achievements.id, coalesce(achievements.points, 0) as points,
      achievements.completed_at is not null as completed, achievements.rewarded_at is not null as rewarded,
      achievements.reward_id as reward
    from (${sql.join(counts, sql` union all `)}) as counted
    left join achievements on profile_id = ${profileId} and achievement_definition_id = counted.definition
    order by counted.definition`.execute(work);
  return rows.flatMap((row) => {
    const definition = definitions.find(({ id }) => id === row.definition);
    return definition ? [{ ...row, definition }] : [];
  });
}

/** Writes the difference as an entry: the entries of a profile add up to its progress. */
async function writeStep(
  work: Database,
  profileId: string,
  { definition, progress, points }: Standing,
  description: string,
): Promise<void> {
  await sql`
    with step as (
      insert into achievement_points (profile_id, achievement_definition_id, value, description)
      values (${profileId}, ${definition.id}, ${progress - points}, ${description})
    )
    insert into achievements (profile_id, achievement_definition_id, points)
    values (${profileId}, ${definition.id}, ${progress})
    on conflict (profile_id, achievement_definition_id) do update set points = excluded.points, updated_at = now()`.execute(
    work,
  );
}

async function achievementId(
  work: Database,
  profileId: string,
  { id }: AchievementDefinition,
): Promise<number | undefined> {
  const row = await work
    .selectFrom('achievements')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('achievement_definition_id', '=', id)
    .executeTakeFirst();
  return row?.id;
}

type Counted = Standing & { readonly id: number };

/** Completes an achievement. Its reward is issued once, from the stock. */
async function complete(
  work: Database,
  profileId: string,
  { id, definition, progress, rewarded }: Counted,
): Promise<void> {
  const definitionId = definition.reward_definition_id;
  const reward =
    typeof definitionId === 'number' && !rewarded
      ? await issueReward(work, { profileId, definitionId })
      : undefined;
  await work
    .updateTable('achievements')
    .set({
      completed_at: sql`now()`,
      updated_at: sql`now()`,
      ...(reward && { rewarded_at: sql`now()`, reward_id: reward.id }),
    })
    .where('id', '=', id)
    .execute();
  const publish = publisherFor(work, profileId);
  await publish('achievement.completed', {
    id,
    achievement_definition_id: definition.id,
    points: progress,
    // Null if it has no reward, issued it before, or the stock is empty.
    reward_id: reward?.id ?? null,
  });
  if (reward) {
    const context = { db: work, principal: ownerOfProfile(profileId) };
    await publish('reward.issued', await viewOfRow(issuedReward, context, { ...reward }));
  }
}

/** As the endpoint that issues rewards answers it: conditions of triggers read its definition. */
const issuedReward = { shape: rewardShape, withRelated: withDefinition(definitionOfReward) };

/**
 * Opens an achievement again if its progress is below the required one, as after a refund. Its reward is withdrawn unless
 * it was redeemed or the programme lets members keep it (ASSUMPTION).
 */
async function reopen(
  work: Database,
  profileId: string,
  { id, definition, progress, reward }: Counted,
): Promise<void> {
  const { keepsRewards } = await programmeOf(work);
  const withdrawn = keepsRewards || reward === null ? undefined : await withdraw(work, reward);
  await work
    .updateTable('achievements')
    .set({
      completed_at: null,
      updated_at: sql`now()`,
      ...(withdrawn && { rewarded_at: null, reward_id: null }),
    })
    .where('id', '=', id)
    .execute();
  const publish = publisherFor(work, profileId);
  await publish('achievement.revoked', {
    id,
    achievement_definition_id: definition.id,
    points: progress,
    withdrawn_reward_id: withdrawn?.id ?? null,
  });
  if (withdrawn) await publish('reward.revoked', { ...withdrawn, achievement_id: id });
}

/** Ends a reward and puts it back into the stock; undefined if it was redeemed or has expired. */
async function withdraw(work: Database, rewardId: number) {
  const reward = await work
    .updateTable('rewards')
    .set({ expires_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', rewardId)
    .where('redeemed_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .returning(['id', 'reward_definition_id', 'code', 'amount', 'currency'])
    .executeTakeFirst();
  if (reward) await increaseStock(work, reward.reward_definition_id);
  return reward;
}

const publisherFor = (work: Database, profileId: string) => (trigger: NewEvent['trigger'], payload: object) =>
  publish(work, { trigger, namespace: 'loyalty', profileId, payload: { ...payload } });

/** Adds the progress of one profile to that of another, in achievements that both have; call before duplicates are deleted. */
export async function mergeProgress(work: Database, from: string, to: string): Promise<void> {
  await sql`
    update achievements as mine set points = mine.points + theirs.points, updated_at = now(),
      completed_at = coalesce(mine.completed_at, theirs.completed_at),
      rewarded_at = coalesce(mine.rewarded_at, theirs.rewarded_at),
      reward_id = coalesce(mine.reward_id, theirs.reward_id)
    from achievements as theirs
    where mine.profile_id = ${to} and theirs.profile_id = ${from}
      and theirs.achievement_definition_id = mine.achievement_definition_id`.execute(work);
}
