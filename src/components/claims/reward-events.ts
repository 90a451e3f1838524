import type { OwnedReward } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

/** `loyalty-reward-claimed`: the shopper claimed a reward, and its cost in points was debited. */
export class LoyaltyRewardClaimedEvent extends LoyaltyEvent<{
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}> {
  constructor(reward: OwnedReward, pointsSpent: number) {
    super('loyalty-reward-claimed', { reward, pointsSpent });
  }
}

/** `loyalty-reward-use`: the shopper pressed Use; the page applies the reward's code. */
export class LoyaltyRewardUseEvent extends LoyaltyEvent<{ readonly reward: OwnedReward }> {
  constructor(reward: OwnedReward) {
    super('loyalty-reward-use', { reward });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-reward-claimed': LoyaltyRewardClaimedEvent;
    'loyalty-reward-use': LoyaltyRewardUseEvent;
  }
}
