import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { raise } from '../events/raise.ts';
import { issueReward } from './issue-reward.ts';

export interface Progress {
  /** Whole points, above 0. */
  readonly value: number;
  readonly description: string;
}

/**
 * Points that are earned count towards every published achievement (G11: the spec names no other way to
 * one). The one that completes it gives its reward.
 */
export async function countTowardsAchievements(
  work: Database,
  profileId: string,
  { value, description }: Progress,
): Promise<void> {
  const { rows } = await sql<{
    id: number;
    definition: number;
    points: number;
    reward: number | null;
  }>`
    with open as (
      select id, (fields ->> 'points_required')::bigint as required,
        (fields ->> 'reward_definition_id')::bigint as reward
      from records
      where resource = 'achievement-definition' and fields @> '{"is_published": true}'
        and not fields @> '{"is_archived": true}'
    ), counted as (
      insert into achievement_points (profile_id, achievement_definition_id, value, description)
      select ${profileId}, id, ${value}, ${description} from open
    ), mine as (
      insert into achievements (profile_id, achievement_definition_id, points)
      select ${profileId}, id, ${value} from open
      on conflict (profile_id, achievement_definition_id)
        do update set points = achievements.points + excluded.points, updated_at = now()
      returning id, achievement_definition_id, points, completed_at
    )
    select mine.id, open.id as definition, mine.points, open.reward from mine join open on open.id = mine.achievement_definition_id
    where mine.completed_at is null and mine.points >= open.required order by mine.id`.execute(work);
  for (const { id, definition, points, reward } of rows) {
    await work
      .updateTable('achievements')
      .set({ completed_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    const tell = (trigger: 'achievement.completed' | 'reward.issued', payload: object) =>
      raise(work, { trigger, namespace: 'loyalty', profileId, payload: { ...payload } });
    await tell('achievement.completed', { id, achievement_definition_id: definition, points });
    if (reward !== null) {
      await tell('reward.issued', await issueReward(work, { profileId, definitionId: reward }));
    }
  }
}
