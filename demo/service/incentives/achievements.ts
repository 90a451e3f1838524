import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { raise } from '../events/raise.ts';
import { issueReward } from './issue-reward.ts';
import { programmeOf } from './programme.ts';
import type { PointSource } from './spend.ts';
import { putBackReward } from './stock.ts';

export interface Progress {
  /** Whole points, above 0. */
  readonly value: number;
  readonly description: string;
  /** What gave the points; a refund takes back the progress of the same source. */
  readonly source?: PointSource | undefined;
}

/**
 * Points that are earned count towards every published achievement (G11: the spec names no other way to
 * one). The one that completes it gives its reward.
 */
export async function countTowardsAchievements(
  work: Database,
  profileId: string,
  { value, description, source }: Progress,
): Promise<void> {
  if (value <= 0) return;
  await sql`
    with open as (
      select id from records
      where resource = 'achievement-definition' and fields @> '{"is_published": true}'
        and not fields @> '{"is_archived": true}'
    ), counted as (
      insert into achievement_points (profile_id, achievement_definition_id, value, description, source_type, source_id)
      select ${profileId}, id, ${value}, ${description}, ${source?.type ?? null}::text, ${source?.id ?? null}::text from open
    )
    insert into achievements (profile_id, achievement_definition_id, points)
    select ${profileId}, id, ${value} from open
    on conflict (profile_id, achievement_definition_id)
      do update set points = achievements.points + excluded.points, updated_at = now()`.execute(work);
  await completeAchievements(work, profileId);
}

/** Completes what has its points, and gives its reward, once. */
export async function completeAchievements(work: Database, profileId: string): Promise<void> {
  const { rows } = await sql<{
    id: number;
    definition: number;
    points: number;
    reward: number | null;
  }>`
    update achievements as mine set completed_at = now()
    from records as definition
    where mine.profile_id = ${profileId} and mine.completed_at is null
      and definition.id = mine.achievement_definition_id
      and definition.fields @> '{"is_published": true}' and not definition.fields @> '{"is_archived": true}'
      and mine.points >= (definition.fields ->> 'points_required')::bigint
    returning mine.id, definition.id as definition, mine.points,
      case when mine.rewarded_at is null then (definition.fields ->> 'reward_definition_id')::bigint end as reward`.execute(
    work,
  );
  for (const { id, definition, points, reward } of rows.sort((a, b) => a.id - b.id)) {
    const publish = (trigger: 'achievement.completed' | 'reward.issued', payload: object) =>
      raise(work, { trigger, namespace: 'loyalty', profileId, payload: { ...payload } });
    const issued = reward === null ? undefined : await issueReward(work, { profileId, definitionId: reward });
    await publish('achievement.completed', {
      ...{ id, achievement_definition_id: definition, points },
      // Null where it has no reward, had given it, or none of the reward is left.
      reward_id: issued?.id ?? null,
    });
    if (!issued) continue;
    await work
      .updateTable('achievements')
      .set({ rewarded_at: sql`now()`, reward_id: issued.id })
      .where('id', '=', id)
      .execute();
    await publish('reward.issued', issued);
  }
}

/**
 * Takes back progress that points of a source had brought: in the achievements in which they counted, and not more than they
 * brought there. An achievement that is no longer reached is open again, and its reward is withdrawn unless it was redeemed
 * or the programme lets members keep it (ASSUMPTION G64).
 */
export async function takeBackProgress(
  work: Database,
  profileId: string,
  { value, description, source }: Required<Progress> & { readonly source: PointSource },
): Promise<void> {
  if (value <= 0) return;
  const { rows } = await sql<{
    id: number;
    definition: number;
    points: number;
    reward: number | null;
  }>`
    with brought as (
      select achievement_definition_id as definition, least(${value}::bigint, sum(value)::bigint) as amount
      from achievement_points
      where profile_id = ${profileId} and source_type = ${source.type} and source_id = ${source.id}
      group by 1 having sum(value) > 0
    ), counted as (
      insert into achievement_points (profile_id, achievement_definition_id, value, description, source_type, source_id)
      select ${profileId}, definition, -amount, ${description}, ${source.type}, ${source.id} from brought
    ), mine as (
      update achievements set points = greatest(0, points - brought.amount), updated_at = now()
      from brought where profile_id = ${profileId} and achievement_definition_id = brought.definition
      returning achievements.id, achievements.points, brought.definition, completed_at, reward_id
    )
    select mine.id, mine.definition, mine.points, mine.reward_id as reward
    from mine join records on records.id = mine.definition
    where completed_at is not null and mine.points < (records.fields ->> 'points_required')::bigint
    order by mine.id`.execute(work);
  if (rows.length === 0) return;
  const { keepsRewards } = await programmeOf(work);
  for (const { id, definition, points, reward } of rows) {
    const isWithdrawn = !keepsRewards && reward !== null && (await withdraw(work, reward));
    await sql`
      update achievements set completed_at = null,
        rewarded_at = case when ${isWithdrawn}::boolean then null else rewarded_at end,
        reward_id = case when ${isWithdrawn}::boolean then null else reward_id end
      where id = ${id}`.execute(work);
    await raise(work, {
      ...{ trigger: 'achievement.reopened', namespace: 'loyalty', profileId },
      payload: {
        ...{ id, achievement_definition_id: definition, points },
        withdrawn_reward_id: isWithdrawn ? reward : null,
      },
    });
  }
}

/** Ends a reward that was not redeemed, and puts it back into the stock; false where it was redeemed or has ended. */
async function withdraw(work: Database, rewardId: number): Promise<boolean> {
  const reward = await work
    .updateTable('rewards')
    .set({ expires_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', rewardId)
    .where('redeemed_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .returning('reward_definition_id')
    .executeTakeFirst();
  if (!reward) return false;
  await putBackReward(work, reward.reward_definition_id);
  return true;
}

/** Adds the progress of one profile to that of another, in achievements that both have; call before doubles are dropped. */
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
