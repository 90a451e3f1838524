import type { LoyaltyError } from '../../services/index.ts';

/** Every event of the elements: fired after the fact, bubbling, composed. */
export class LoyaltyEvent<Detail> extends Event {
  readonly detail: Detail;
  constructor(type: string, detail: Detail) {
    super(type, { bubbles: true, composed: true });
    this.detail = detail;
  }
}

/** `loyalty-error`: an element could not show or do something. */
export class LoyaltyErrorEvent extends LoyaltyEvent<{ readonly error: LoyaltyError }> {
  constructor(error: LoyaltyError) {
    super('loyalty-error', { error });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-error': LoyaltyErrorEvent;
  }
}
