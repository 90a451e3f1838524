/** npm entry: defines every element. A page that needs only some of them imports their files instead. */
import { adoptPageStyles } from './components/page-styles.ts';

export * from './components/index.ts';
export { LoyaltyAccountEvent, LoyaltyErrorEvent } from './components/internal/events.ts';
export type { CartLine } from './components/internal/page-data.ts';
export * from './errors.ts';
export * from './messages.ts';
export type {
  ListSummary,
  NewCustomer,
  OwnedBenefit,
  OwnedReward,
  Receipt,
  WishlistItem,
} from './services/index.ts';

adoptPageStyles();
