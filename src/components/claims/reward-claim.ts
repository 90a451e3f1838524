import { claimReward, type OwnedReward, type RewardOffer } from '../../services/index.ts';
import { LoyaltyRewardClaimedEvent } from './reward-events.ts';
import type { ClaimKind } from './claim-controller.ts';
import { localize } from '../internal/texts/messages.ts';

/** The claim of a reward. */
export const rewardClaim: ClaimKind<RewardOffer, OwnedReward> = {
  async send(loyalty, offer) {
    const { reward, pointsSpent } = await claimReward(loyalty, offer);
    return { owned: reward, event: new LoyaltyRewardClaimedEvent(reward, pointsSpent) };
  },
  gone: () => localize('This reward is no longer available.'),
  tooFewPoints: () => localize('Not enough points for this reward.'),
};
