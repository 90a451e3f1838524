import type { LoyaltyError } from '../../services/index.ts';

// Events that the provider and every element can fire. `reward-events.ts`, `wishlist-events.ts` and others have those that a page loads later.

/** Base of every event: fired after the change, bubbling and composed. */
export class LoyaltyEvent<Detail> extends Event {
  readonly detail: Detail;
  constructor(type: string, detail: Detail) {
    super(type, { bubbles: true, composed: true });
    this.detail = detail;
  }
}

/** `loyalty-error`: an element could not load its data or complete an action. */
export class LoyaltyErrorEvent extends LoyaltyEvent<{ readonly error: LoyaltyError }> {
  constructor(error: LoyaltyError) {
    super('loyalty-error', { error });
  }
}

/** `loyalty-signed-in`, `loyalty-signed-out`: the page has another customer. `detail.joined` is true for a new account. */
export class LoyaltyAccountEvent extends LoyaltyEvent<{ readonly joined: boolean }> {
  constructor(change: 'in' | 'out', joined = false) {
    super(`loyalty-signed-${change}`, { joined });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-error': LoyaltyErrorEvent;
    'loyalty-signed-in': LoyaltyAccountEvent;
    'loyalty-signed-out': LoyaltyAccountEvent;
  }
}
