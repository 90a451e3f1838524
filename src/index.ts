/** npm entry: defines every element. A page that needs only some of them imports their files instead. */
import { adoptPageStyles } from './components/page-styles.ts';

export { LoyaltyAccount } from './components/account/loyalty-account.ts';
export { LoyaltyAchievements } from './components/achievements/loyalty-achievements.ts';
export { LoyaltyBalance } from './components/balance/loyalty-balance.ts';
export { LoyaltyEvents } from './components/events/loyalty-events.ts';
export { LoyaltyLists } from './components/lists/loyalty-lists.ts';
export { LoyaltyCredits } from './components/credits/loyalty-credits.ts';
export { LoyaltyHistory } from './components/history/loyalty-history.ts';
export { LoyaltyProvider, type CustomerSettings } from './components/provider/loyalty-provider.ts';
export { LoyaltyRegistry } from './components/registry/loyalty-registry.ts';
export { LoyaltyBenefits } from './components/benefits/loyalty-benefits.ts';
export { LoyaltyDates } from './components/dates/loyalty-dates.ts';
export { LoyaltyReceipt } from './components/receipt/loyalty-receipt.ts';
export { LoyaltyEarn } from './components/earn/loyalty-earn.ts';
export { LoyaltyPanel } from './components/panel/loyalty-panel.ts';
export { LoyaltyRedeem } from './components/redeem/loyalty-redeem.ts';
export { LoyaltyRewards } from './components/rewards/loyalty-rewards.ts';
export { LoyaltyShare } from './components/share/loyalty-share.ts';
export { LoyaltySharedList } from './components/shared-list/loyalty-shared-list.ts';
export { LoyaltyStatus } from './components/status/loyalty-status.ts';
export { LoyaltyTier } from './components/tier/loyalty-tier.ts';
export { LoyaltyWishlist } from './components/wishlist/loyalty-wishlist.ts';
export { LoyaltyWishlistCount } from './components/wishlist-count/loyalty-wishlist-count.ts';
export { LoyaltyWishlistButton } from './components/wishlist-button/loyalty-wishlist-button.ts';
export { LoyaltyAccountEvent, LoyaltyErrorEvent } from './components/internal/events.ts';
export * from './components/claims/reward-events.ts';
export * from './components/saved-products/wishlist-events.ts';
export * from './components/saved-products/list-events.ts';
export * from './components/benefits/benefit-events.ts';
export * from './components/internal/member-events.ts';
export { LoyaltyRedeemEvent } from './components/redeem/redeem-events.ts';
export type { MessageKey } from './components/internal/texts/message-keys.ts';
export {
  setMessages,
  type CompleteMessages,
  type Message,
  type Messages,
} from './components/internal/texts/messages.ts';
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
