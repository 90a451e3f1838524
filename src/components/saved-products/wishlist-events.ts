import { WISHLIST, type ProductChoice } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

/** `loyalty-sign-in-needed`: a guest tried an action that needs a customer. */
export class LoyaltySignInNeededEvent extends LoyaltyEvent<{
  readonly reason: string;
  readonly productId: string;
}> {
  constructor(reason: 'wishlist', productId: string) {
    super('loyalty-sign-in-needed', { reason, productId });
  }
}

/**
 * `loyalty-wishlist-added`, `loyalty-wishlist-removed`: a product was saved on a list of the customer, or removed from it. `detail.list` is
 * the handle of the list: `wishlist`, unless the customer chose another one. `detail.variantId` is there for a variant of the product.
 */
export class LoyaltyWishlistEvent extends LoyaltyEvent<{
  readonly productId: string;
  readonly variantId?: string;
  readonly list: string;
}> {
  constructor(change: 'added' | 'removed', { productId, variantId }: ProductChoice, list: string = WISHLIST) {
    super(`loyalty-wishlist-${change}`, { productId, ...(variantId && { variantId }), list });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-sign-in-needed': LoyaltySignInNeededEvent;
    'loyalty-wishlist-added': LoyaltyWishlistEvent;
    'loyalty-wishlist-removed': LoyaltyWishlistEvent;
  }
}
