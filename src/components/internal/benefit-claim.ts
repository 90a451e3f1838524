import { claimBenefit, type BenefitOffer, type OwnedBenefit } from '../../services/index.ts';
import { LoyaltyBenefitClaimedEvent } from './benefit-events.ts';
import type { SendClaim } from './claim-controller.ts';

/** Claims a benefit. The element loads this file after it has shown its benefits. */
export const sendBenefitClaim: SendClaim<BenefitOffer, OwnedBenefit> = async (
  loyalty,
  offer,
  idempotencyKey,
) => {
  const { benefit, pointsSpent } = await claimBenefit(loyalty, offer, idempotencyKey);
  return { owned: benefit, event: new LoyaltyBenefitClaimedEvent(benefit, pointsSpent) };
};
