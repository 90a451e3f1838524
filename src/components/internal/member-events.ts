import type { Receipt } from '../../services/index.ts';
import { LoyaltyEvent } from './events.ts';

// Events of the elements with forms: dates and receipts.

/** `loyalty-date-saved`, `loyalty-date-removed`: the service has stored the change of a date. */
export class LoyaltyDateEvent extends LoyaltyEvent<{ readonly name: string }> {
  constructor(change: 'saved' | 'removed', name: string) {
    super(`loyalty-date-${change}`, { name });
  }
}

/** `loyalty-receipt-claimed`, `loyalty-receipt-removed`: the shopper claimed a purchase by its receipt, or removed this claim. */
export class LoyaltyReceiptEvent extends LoyaltyEvent<{ readonly receipt: Receipt }> {
  constructor(change: 'claimed' | 'removed', receipt: Receipt) {
    super(`loyalty-receipt-${change}`, { receipt });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-date-saved': LoyaltyDateEvent;
    'loyalty-date-removed': LoyaltyDateEvent;
    'loyalty-receipt-claimed': LoyaltyReceiptEvent;
    'loyalty-receipt-removed': LoyaltyReceiptEvent;
  }
}
