/** npm entry: defines every element. A page that needs only some of them imports their files instead. */
export { LoyaltyAccount } from './components/loyalty-account.ts';
export { LoyaltyBalance } from './components/loyalty-balance.ts';
export { LoyaltyProvider, type CustomerSettings } from './components/loyalty-provider.ts';
export { LoyaltyRewards } from './components/loyalty-rewards.ts';
export { LoyaltyStatus } from './components/loyalty-status.ts';
export { LoyaltyTier } from './components/loyalty-tier.ts';
export { LoyaltyWishlist } from './components/loyalty-wishlist.ts';
export { LoyaltyWishlistButton } from './components/loyalty-wishlist-button.ts';
export { LoyaltyAccountEvent, LoyaltyErrorEvent } from './components/internal/events.ts';
export * from './components/internal/action-events.ts';
export type { MessageKey } from './components/internal/message-keys.ts';
export {
  setMessages,
  type CompleteMessages,
  type Message,
  type Messages,
} from './components/internal/messages.ts';
export {
  LoyaltyError,
  type LoyaltyErrorCode,
  type NewCustomer,
  type OwnedReward,
  type WishlistItem,
} from './services/index.ts';
