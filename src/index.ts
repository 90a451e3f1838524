/** npm entry: defines every element. A page that needs only some of them imports their files instead. */
import { adoptPageStyles } from './components/internal/page-styles.ts';

export { LoyaltyAccount } from './components/loyalty-account.ts';
export { LoyaltyAchievements } from './components/loyalty-achievements.ts';
export { LoyaltyBalance } from './components/loyalty-balance.ts';
export { LoyaltyEvents } from './components/loyalty-events.ts';
export { LoyaltyLists } from './components/loyalty-lists.ts';
export { LoyaltyCredits } from './components/loyalty-credits.ts';
export { LoyaltyHistory } from './components/loyalty-history.ts';
export { LoyaltyProvider, type CustomerSettings } from './components/loyalty-provider.ts';
export { LoyaltyRegistry } from './components/loyalty-registry.ts';
export { LoyaltyBenefits } from './components/loyalty-benefits.ts';
export { LoyaltyDates } from './components/loyalty-dates.ts';
export { LoyaltyReceipt } from './components/loyalty-receipt.ts';
export { LoyaltyEarn } from './components/loyalty-earn.ts';
export { LoyaltyPanel } from './components/loyalty-panel.ts';
export { LoyaltyRedeem } from './components/loyalty-redeem.ts';
export { LoyaltyRewards } from './components/loyalty-rewards.ts';
export { LoyaltyShare } from './components/loyalty-share.ts';
export { LoyaltySharedList } from './components/loyalty-shared-list.ts';
export { LoyaltyStatus } from './components/loyalty-status.ts';
export { LoyaltyTier } from './components/loyalty-tier.ts';
export { LoyaltyWishlist } from './components/loyalty-wishlist.ts';
export { LoyaltyWishlistCount } from './components/loyalty-wishlist-count.ts';
export { LoyaltyWishlistButton } from './components/loyalty-wishlist-button.ts';
export { LoyaltyAccountEvent, LoyaltyErrorEvent } from './components/internal/events.ts';
export * from './components/internal/reward-events.ts';
export * from './components/internal/wishlist-events.ts';
export * from './components/internal/list-events.ts';
export * from './components/internal/benefit-events.ts';
export * from './components/internal/member-events.ts';
export { LoyaltyRedeemEvent } from './components/internal/redeem-events.ts';
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
  type ListSummary,
  type NewCustomer,
  type OwnedBenefit,
  type OwnedReward,
  type Receipt,
  type WishlistItem,
} from './services/index.ts';

adoptPageStyles();
