import { claimBenefit, type BenefitOffer, type OwnedBenefit } from '../../services/index.ts';
import { LoyaltyBenefitClaimedEvent } from './benefit-events.ts';
import type { ClaimKind } from '../claims/claim-controller.ts';

/** The claim of a benefit. */
export const benefitClaim: ClaimKind<BenefitOffer, OwnedBenefit> = {
  async send(loyalty, offer) {
    const { benefit, pointsSpent } = await claimBenefit(loyalty, offer);
    return { owned: benefit, event: new LoyaltyBenefitClaimedEvent(benefit, pointsSpent) };
  },
  subject: 'benefit',
};
