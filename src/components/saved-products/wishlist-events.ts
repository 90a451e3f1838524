import { WISHLIST, type WishlistItem } from '../../services/index.ts';
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
 * the handle of the list: `wishlist`, unless the customer chose another one.
 */
export class LoyaltyWishlistEvent extends LoyaltyEvent<{
  readonly productId: string;
  readonly list: string;
}> {
  constructor(change: 'added' | 'removed', productId: string, list: string = WISHLIST) {
    super(`loyalty-wishlist-${change}`, { productId, list });
  }
}

/**
 * `loyalty-move-to-cart`: the page adds the product to its cart and passes the promise to `waitUntil`. The product is removed from the
 * wishlist when every such promise is fulfilled; without a promise it stays.
 */
export class LoyaltyMoveToCartEvent extends LoyaltyEvent<{ readonly item: WishlistItem }> {
  readonly waitingFor: Promise<unknown>[] = [];
  constructor(item: WishlistItem) {
    super('loyalty-move-to-cart', { item });
  }
  /** Delays the removal until the promise is fulfilled. */
  waitUntil(promise: Promise<unknown>): void {
    this.waitingFor.push(promise);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-sign-in-needed': LoyaltySignInNeededEvent;
    'loyalty-wishlist-added': LoyaltyWishlistEvent;
    'loyalty-wishlist-removed': LoyaltyWishlistEvent;
    'loyalty-move-to-cart': LoyaltyMoveToCartEvent;
  }
}
