/** All that components may import of the service layer. */
export type { LoyaltySettings } from './config.ts';
export { LoyaltyError, toLoyaltyError, type LoyaltyErrorCode } from './errors.ts';
export { createLoyalty, type Loyalty, type ResourceDefinition, type Surroundings } from './loyalty.ts';
export type { Resource, ResourceState } from './resource.ts';
export { newAttempt } from './attempt.ts';
export type { NewCustomer, Session } from './session.ts';
export { account, type Account } from './resources/account.ts';
export { balances, type PointsBalance } from './resources/balances.ts';
export {
  claimReward,
  rewards,
  type Claim,
  type OwnedReward,
  type RewardOffer,
  type Rewards,
} from './resources/rewards.ts';
export { tier, type Tier, type TierStanding } from './resources/tier.ts';
export {
  addToWishlist,
  isOnWishlist,
  removeFromWishlist,
  wishlist,
  type ProductDetails,
  type WishlistItem,
} from './resources/wishlist.ts';
