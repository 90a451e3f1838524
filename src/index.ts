/** npm entry: defines every element. A page that needs only some of them imports their files instead. */
import { adoptPageStyles } from './components/page-styles.ts';

export * from './components/index.ts';
export { LoyaltyAccountEvent, LoyaltyErrorEvent } from './components/internal/events.ts';
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
