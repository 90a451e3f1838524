import type { OwnedBenefit } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

/** `loyalty-benefit-claimed`: the shopper claimed a benefit, and its cost in points was debited: `undefined` where that is not known. */
export class LoyaltyBenefitClaimedEvent extends LoyaltyEvent<{
  readonly benefit: OwnedBenefit;
  readonly pointsSpent: number | undefined;
}> {
  constructor(benefit: OwnedBenefit, pointsSpent: number | undefined) {
    super('loyalty-benefit-claimed', { benefit, pointsSpent });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-benefit-claimed': LoyaltyBenefitClaimedEvent;
  }
}
