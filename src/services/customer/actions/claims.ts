import type { Loyalty } from '../loyalty.ts';
import type { BenefitOffer } from '../resources/benefits.ts';
import type { RewardOffer } from '../resources/rewards.ts';
import type { BenefitClaim } from './claim-benefit.ts';
import type { Claim } from './claim-reward.ts';
import { notSent } from './outlook.ts';

const load = () => import('./claim-actions.ts').catch(notSent);

/** Loads what a claim needs. @throws LoyaltyError where a file does not come: nothing is sent then */
export const loadClaims = async () => (await load()).loadWrites();

/** Claims a reward: see `claim-reward.ts`. @throws LoyaltyError with its `outlookOf` */
export const claimReward = async (loyalty: Loyalty, offer: RewardOffer): Promise<Claim> =>
  (await load()).claimReward(loyalty, offer);

/** Claims a benefit: see `claim-benefit.ts`. @throws LoyaltyError with its `outlookOf` */
export const claimBenefit = async (loyalty: Loyalty, offer: BenefitOffer): Promise<BenefitClaim> =>
  (await load()).claimBenefit(loyalty, offer);
