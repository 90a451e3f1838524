/** All that components may import of the service layer. */
export type { LoyaltySettings } from './customer/config.ts';
export { LoyaltyError, toLoyaltyError, type LoyaltyErrorCode } from './transport/errors.ts';
export {
  createLoyalty,
  type Loyalty,
  type ResourceDefinition,
  type Surroundings,
} from './customer/loyalty.ts';
export type { Resource, ResourceState } from './customer/resource.ts';
export { newAttempt } from './transport/attempt.ts';
export type { NewCustomer, Session } from './customer/session.ts';
export { account, type Account } from './customer/resources/account.ts';
export { balances, type PointsBalance } from './customer/resources/balances.ts';
export {
  claimReward,
  rewards,
  type Claim,
  type OwnedReward,
  type RewardOffer,
  type Rewards,
} from './customer/resources/rewards.ts';
export { tier, type Tier, type TierStanding } from './customer/resources/tier.ts';
export {
  addToWishlist,
  isOnWishlist,
  removeFromWishlist,
  wishlist,
  type ProductDetails,
  type WishlistItem,
} from './customer/resources/wishlist.ts';
