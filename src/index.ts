/** npm entry: registers every element. A page that wants only some imports their files. */
export { LoyaltyAccount } from './components/loyalty-account.ts';
export { LoyaltyBalance } from './components/loyalty-balance.ts';
export { LoyaltyProvider, type CustomerSettings } from './components/loyalty-provider.ts';
export { LoyaltyRewards } from './components/loyalty-rewards.ts';
export { LoyaltyTier } from './components/loyalty-tier.ts';
export { LoyaltyWishlist } from './components/loyalty-wishlist.ts';
export { LoyaltyWishlistButton } from './components/loyalty-wishlist-button.ts';
export { LoyaltyAccountEvent } from './components/internal/account-event.ts';
export { LoyaltyErrorEvent } from './components/internal/error-event.ts';
export * from './components/internal/events.ts';
export type { MessageKey } from './components/internal/message-keys.ts';
export { setMessages, type Message, type Messages } from './components/internal/messages.ts';
export {
  LoyaltyError,
  type LoyaltyErrorCode,
  type NewCustomer,
  type OwnedReward,
  type WishlistItem,
} from './services/index.ts';
