import type { LitElement, ReactiveController } from 'lit';
import {
  removeFromList,
  toLoyaltyError,
  WISHLIST,
  type Loyalty,
  type WishlistItem,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from './events.ts';
import { LoyaltyWishlistEvent } from './wishlist-events.ts';
import { localize } from './messages.ts';

export interface RemovalProblem {
  readonly productId: string;
  readonly message: string;
}

/** Removes products from the wishlist, and stores the result for the element. */
export class RemovalController implements ReactiveController {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  /** Ids of products that are being removed. */
  busy: ReadonlySet<string> = new Set();
  /** Why the last product could not be removed or moved. */
  problem: RemovalProblem | undefined;
  /** Text for screen readers about the last product. */
  announcement = '';

  constructor(host: LitElement, customer: () => Loyalty | undefined) {
    this.#host = host;
    this.#customer = customer;
    host.addController(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  hostUpdate(): void {
    const customer = this.#customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.busy = new Set();
    this.problem = undefined;
    this.announcement = '';
  }

  /**
   * Removes an item after `move` resolves to true; false keeps the item. `onRemoved` runs after the event and before the item's
   * buttons are enabled again.
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
      await Promise.all([
        removeFromList(loyalty, WISHLIST, productId),
        import('./live.ts').catch(() => {}), // tells others of the event; the provider may not have loaded it yet
      ]);
      if (this.#customerChanged(loyalty)) return;
      this.announcement = localize('{product} removed', { product: item.name ?? '' });
      this.#host.requestUpdate();
      this.#host.dispatchEvent(new LoyaltyWishlistEvent('removed', productId));
      await onRemoved();
    } catch (thrown) {
      if (this.#customerChanged(loyalty)) return;
      this.problem = { productId, message: localize(moved ? 'Could not be removed' : 'Could not be moved') };
      this.#host.dispatchEvent(new LoyaltyErrorEvent(toLoyaltyError(thrown)));
    } finally {
      this.#setBusy([...this.busy].filter((other) => other !== productId));
    }
  }

  #setBusy(products: readonly string[]): void {
    this.busy = new Set(products);
    this.#host.requestUpdate();
  }

  #customerChanged(loyalty: Loyalty): boolean {
    return (this.#customer() ?? loyalty) !== loyalty;
  }
}
