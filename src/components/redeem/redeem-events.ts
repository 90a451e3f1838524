import type { OwnedReward } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

/**
 * `loyalty-redeem`, `loyalty-redeem-undo`: the page puts the code into its cart, or takes it out, and passes the promise to `waitUntil`. The
 * element shows the reward as applied when every such promise is fulfilled.
 */
export class LoyaltyRedeemEvent extends LoyaltyEvent<{
  readonly code: string;
  /** `undefined` for a code that is none of the shopper's rewards. */
  readonly reward: OwnedReward | undefined;
}> {
  readonly waitingFor: Promise<unknown>[] = [];
  constructor(type: 'loyalty-redeem' | 'loyalty-redeem-undo', code: string, reward: OwnedReward | undefined) {
    super(type, { code, reward });
  }
  /** The result of the cart. The shopper reads the text with which the promise is rejected, or a sentence of ours. */
  waitUntil(promise: Promise<unknown>): void {
    this.waitingFor.push(promise);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-redeem': LoyaltyRedeemEvent;
    'loyalty-redeem-undo': LoyaltyRedeemEvent;
  }
}
