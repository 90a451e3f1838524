import type { Database, Row } from '../database/tables.ts';
import { timestamp } from '../views.ts';
import { definitionView } from './definitions.ts';

/** Rewards of a profile, newest first: the used and the expired ones too. */
export function rewardsOf(db: Database, profileId: string) {
  return db
    .selectFrom('rewards')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc');
}

/** Rewards with their definitions as they are now: ASSUMPTION G55. */
export async function rewardViews(db: Database, rewards: readonly Row<'rewards'>[]) {
  if (rewards.length === 0) return [];
  const definitions = await db
    .selectFrom('reward_definitions')
    .selectAll()
    .where('id', 'in', [...new Set(rewards.map((reward) => reward.reward_definition_id))])
    .execute();
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  return rewards.map((reward) => rewardView(reward, byId.get(reward.reward_definition_id)));
}

export function rewardView(reward: Row<'rewards'>, definition: Row<'reward_definitions'> | undefined) {
  return {
    id: reward.id,
    profile_id: reward.profile_id,
    reward_definition_id: reward.reward_definition_id,
    definition: definition ? definitionView(definition) : null,
    code: reward.code,
    points_spent: reward.points_spent,
    issued_at: timestamp(reward.issued_at),
    expires_at: timestamp(reward.expires_at),
    redeemed_at: timestamp(reward.redeemed_at),
    created_at: timestamp(reward.created_at),
    updated_at: timestamp(reward.updated_at),
  };
}
