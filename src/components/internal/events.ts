import type { OwnedReward, WishlistItem } from '../../services/index.ts';
import { LoyaltyEvent } from './error-event.ts';

/** `loyalty-sign-in-needed`: a guest asked for something that only customers have. */
export class LoyaltySignInNeededEvent extends LoyaltyEvent<{
  readonly reason: string;
  readonly productId: string;
}> {
  constructor(reason: 'wishlist', productId: string) {
    super('loyalty-sign-in-needed', { reason, productId });
  }
}

/** `loyalty-reward-claimed`: points became a reward. */
export class LoyaltyRewardClaimedEvent extends LoyaltyEvent<{
  readonly reward: OwnedReward;
  readonly pointsSpent: number;
}> {
  constructor(reward: OwnedReward, pointsSpent: number) {
    super('loyalty-reward-claimed', { reward, pointsSpent });
  }
}

/** `loyalty-reward-use`: the shopper wants to use a reward; the page puts its code to work. */
export class LoyaltyRewardUseEvent extends LoyaltyEvent<{ readonly reward: OwnedReward }> {
  constructor(reward: OwnedReward) {
    super('loyalty-reward-use', { reward });
  }
}

/** `loyalty-wishlist-added`, `loyalty-wishlist-removed`: the service has stored it. */
export class LoyaltyWishlistEvent extends LoyaltyEvent<{ readonly productId: string }> {
  constructor(change: 'added' | 'removed', productId: string) {
    super(`loyalty-wishlist-${change}`, { productId });
  }
}

/**
 * `loyalty-move-to-cart`: the page puts the product in its cart and hands the promise to `waitUntil`. The item leaves the
 * wishlist when all of them are fulfilled; without one it stays.
 */
export class LoyaltyMoveToCartEvent extends LoyaltyEvent<{ readonly item: WishlistItem }> {
  readonly waitingFor: Promise<unknown>[] = [];
  constructor(item: WishlistItem) {
    super('loyalty-move-to-cart', { item });
  }
  /** Keeps the item until the cart has it. */
  waitUntil(promise: Promise<unknown>): void {
    this.waitingFor.push(promise);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'loyalty-sign-in-needed': LoyaltySignInNeededEvent;
    'loyalty-reward-claimed': LoyaltyRewardClaimedEvent;
    'loyalty-reward-use': LoyaltyRewardUseEvent;
    'loyalty-wishlist-added': LoyaltyWishlistEvent;
    'loyalty-wishlist-removed': LoyaltyWishlistEvent;
    'loyalty-move-to-cart': LoyaltyMoveToCartEvent;
  }
}
