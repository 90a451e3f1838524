import type { LitElement, ReactiveController } from 'lit';
import { removeFromWishlist, toLoyaltyError, type Loyalty, type WishlistItem } from '../../services/index.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { LoyaltyWishlistEvent } from './action-events.ts';
import { say } from './messages.ts';

export interface RemovalProblem {
  readonly productId: string;
  readonly message: string;
}

/** Takes products off the wishlist, and tells what became of it. */
export class RemovalController implements ReactiveController {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  /** Whose products these are. */
  #owner: Loyalty | undefined;
  /** Products that are on their way off the list. */
  busy: ReadonlySet<string> = new Set();
  /** Why the last product could not be removed or moved. */
  problem: RemovalProblem | undefined;
  /** What a screen reader is to say about the last product. */
  announcement = '';

  constructor(host: LitElement, customer: () => Loyalty | undefined) {
    this.#host = host;
    this.#customer = customer;
    host.addController(this);
  }

  /** The next customer is not told what the last one did. An element between two places has none, and is still removing. */
  hostUpdate(): void {
    const customer = this.#customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.busy = new Set();
    this.problem = undefined;
    this.announcement = '';
  }

  /**
   * Removes an item once `move` has done its part; `false` from it keeps the item. `onRemoved` runs after the event, before the
   * item's buttons work again.
   */
  async remove(
    item: WishlistItem,
    onRemoved: () => Promise<void>,
    move?: () => Promise<boolean>,
  ): Promise<void> {
    const { productId } = item;
    const loyalty = this.#customer();
    if (!loyalty || this.busy.has(productId)) return;
    this.problem = undefined;
    this.#setBusy([...this.busy, productId]);
    let moved = !move;
    try {
      if (move && !(moved = await move())) return;
      await removeFromWishlist(loyalty, productId);
      if (this.#isPast(loyalty)) return;
      this.announcement = say('{product} removed', { product: item.name ?? '' });
      this.#host.requestUpdate();
      this.#host.dispatchEvent(new LoyaltyWishlistEvent('removed', productId));
      await onRemoved();
    } catch (thrown) {
      if (this.#isPast(loyalty)) return;
      this.problem = { productId, message: say(moved ? 'Could not be removed' : 'Could not be moved') };
      this.#host.dispatchEvent(new LoyaltyErrorEvent(toLoyaltyError(thrown)));
    } finally {
      this.#setBusy([...this.busy].filter((other) => other !== productId));
    }
  }

  #setBusy(products: readonly string[]): void {
    this.busy = new Set(products);
    this.#host.requestUpdate();
  }

  #isPast(loyalty: Loyalty): boolean {
    return (this.#customer() ?? loyalty) !== loyalty;
  }
}
