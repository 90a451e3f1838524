/** What components may import of the service layer. */
export type { LoyaltySettings } from './customer/config.ts';
export type { Environment } from './customer/environment.ts';
export { LoyaltyError, toLoyaltyError, type LoyaltyErrorCode } from './transport/errors.ts';
export { createLoyalty, type Loyalty, type ResourceDefinition } from './customer/loyalty.ts';
export type { Resource, ResourceState } from './customer/resource.ts';
export type { PagePart } from './transport/page-parts.ts';
export { randomId } from './transport/random-id.ts';
export type { NewCustomer, Session } from './customer/session.ts';
export { account, type Account } from './customer/resources/account.ts';
export { balances, type PointsBalance } from './customer/resources/balances.ts';
export { claimReward, type Claim } from './customer/resources/claim-reward.ts';
export {
  readProgramme,
  tiers,
  type Programme,
  type ProgrammeReward,
} from './customer/resources/programme.ts';
export { rewards, type OwnedReward, type RewardOffer, type Rewards } from './customer/resources/rewards.ts';
export { tier, type Tier, type TierStanding } from './customer/resources/tier.ts';
export {
  addToWishlist,
  isOnWishlist,
  removeFromWishlist,
  wishlist,
  type ProductDetails,
  type WishlistItem,
} from './customer/resources/wishlist.ts';
