import { claimReward, type OwnedReward, type RewardOffer } from '../../services/index.ts';
import { LoyaltyRewardClaimedEvent } from './reward-events.ts';
import type { ClaimKind } from './claim-controller.ts';

/** The claim of a reward. */
export const rewardClaim: ClaimKind<RewardOffer, OwnedReward> = {
  async send(loyalty, offer) {
    const { reward, pointsSpent } = await claimReward(loyalty, offer);
    return { owned: reward, event: new LoyaltyRewardClaimedEvent(reward, pointsSpent) };
  },
  subject: 'reward',
};
