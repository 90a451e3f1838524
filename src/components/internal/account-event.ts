import { LoyaltyEvent } from './error-event.ts';

/** `loyalty-signed-in`, `loyalty-signed-out`: the page's customer has changed. */
export class LoyaltyAccountEvent extends LoyaltyEvent<{ readonly joined: boolean }> {
  constructor(change: 'in' | 'out', joined = false) {
    super(`loyalty-signed-${change}`, { joined });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-signed-in': LoyaltyAccountEvent;
    'loyalty-signed-out': LoyaltyAccountEvent;
  }
}
