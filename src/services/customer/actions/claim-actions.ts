/** The claims, which are loaded while the shopper is asked: see `claims.ts`. */
export { claimBenefit } from './claim-benefit.ts';
export { claimReward } from './claim-reward.ts';
export { loadWrites } from './writes.ts';
