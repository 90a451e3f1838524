import { claimReward, type OwnedReward, type RewardOffer } from '../../services/index.ts';
import { LoyaltyRewardClaimedEvent } from './action-events.ts';
import type { SendClaim } from './claim-controller.ts';

/** Claims a reward. An element loads this file after it has shown its rewards. */
export const sendRewardClaim: SendClaim<RewardOffer, OwnedReward> = async (
  loyalty,
  offer,
  idempotencyKey,
) => {
  const { reward, pointsSpent } = await claimReward(loyalty, offer, idempotencyKey);
  return { owned: reward, event: new LoyaltyRewardClaimedEvent(reward, pointsSpent) };
};
