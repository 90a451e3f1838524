import { choiceKey, type ProductChoice, type WishlistItem } from '../../services/index.ts';
import { LoyaltyEvent } from '../internal/events.ts';

// Part of `wishlist-options.ts`.

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

/**
 * `loyalty-move-all-to-cart`: the page adds the products to its cart, and passes a promise to `waitUntil` for each of them, or one for all.
 * A product whose promises are fulfilled is removed from the wishlist. A product with a rejected promise stays, and shows the reason if that
 * is a text. A product without a promise stays, too.
 */
export class LoyaltyMoveAllToCartEvent extends LoyaltyEvent<{ readonly items: readonly WishlistItem[] }> {
  /** By `choiceKey`. */
  readonly waitingFor = new Map<string, Promise<unknown>[]>();
  constructor(items: readonly WishlistItem[]) {
    super('loyalty-move-all-to-cart', { items });
  }
  /** Delays the removal of these items, by default all, until the promise is fulfilled. */
  waitUntil(promise: Promise<unknown>, items: readonly ProductChoice[] = this.detail.items): void {
    // Without items nothing waits for the promise, and the browser would report its rejection.
    promise.catch(() => {});
    for (const key of items.map(choiceKey))
      this.waitingFor.set(key, [...(this.waitingFor.get(key) ?? []), promise]);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-move-to-cart': LoyaltyMoveToCartEvent;
    'loyalty-move-all-to-cart': LoyaltyMoveAllToCartEvent;
  }
}
