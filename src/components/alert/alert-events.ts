import type { Alert, ProductChoice } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

/**
 * `loyalty-alert-changed`: the customer asked to be told about a product of the wishlist, or no longer. `detail.alerts` is all that is asked
 * for about it now: `price`, `stock`.
 */
export class LoyaltyAlertChangedEvent extends LoyaltyEvent<{
  readonly productId: string;
  readonly variantId?: string;
  readonly alerts: readonly Alert['kind'][];
}> {
  constructor({ productId, variantId }: ProductChoice, alerts: readonly Alert['kind'][]) {
    super('loyalty-alert-changed', { productId, ...(variantId && { variantId }), alerts });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-alert-changed': LoyaltyAlertChangedEvent;
  }
}
