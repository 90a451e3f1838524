import type { Page } from '../../shapes/envelope.ts';
import type { ClaimedReward, ClaimReward, Reward, RewardDefinition } from '../../shapes/reward.ts';
import { endpoint, of } from '../endpoint.ts';

/** Reward instances that belong to a profile (spec 1 rule 5). Reply: ASSUMPTION G4. */
export const profileRewards = endpoint(
  'GET',
  '/v3/profiles/{id}/rewards',
  'profiles.rewards.index',
  of<Page<Reward>>,
);

/** Issues a reward to a profile: a claim, paid in points (spec 4.6). Payload: ASSUMPTION G11. */
export const claimReward = endpoint(
  'POST',
  '/v3/profiles/{profileId}/rewards',
  'profiles.rewards.store',
  of<ClaimedReward>,
  of<ClaimReward>,
);

/** Reward definitions; a customer sees the published ones (spec 1 rule 6, 4.6). Path: ASSUMPTION G12. */
export const rewardDefinitions = endpoint(
  'GET',
  '/v3/rewards/definitions',
  'rewards.definitions.index',
  of<Page<RewardDefinition>>,
);
