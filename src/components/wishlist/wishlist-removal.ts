import type { LitElement, ReactiveController, TemplateResult } from 'lit';
import {
  choiceKey,
  removeFromList,
  toLoyaltyError,
  WISHLIST,
  type Loyalty,
  type WishlistItem,
} from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { localize } from '../internal/texts/messages.ts';
import { nameOf } from '../saved-products/product-name.ts';
import type { WishlistUndo } from '../saved-products/undo-removal.ts';
import { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
import type { RemovalProblem } from './wishlist-grid.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

/** What a removal needs of the element. */
export interface RemovableList {
  readonly customer: () => Loyalty | undefined;
  /** Its place on the stored list. */
  readonly positionOf: (item: WishlistItem) => number;
  /** Its place among what is shown: a search or another order may show others. */
  readonly placeOf: (item: WishlistItem) => number;
  /** Focuses the product at this place, or what is shown instead of the products. */
  readonly focusItem: (place: number) => Promise<void>;
}

/** Removes products from the wishlist. */
export class WishlistRemoval implements ReactiveController {
  readonly #host: LitElement;
  readonly #list: RemovableList;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  #undo: WishlistUndo | undefined;
  /** What is being removed, by `choiceKey`. */
  busy: ReadonlySet<string> = new Set();
  /** Why products could not be removed or moved. */
  problems: readonly RemovalProblem[] = [];
  /** Text for screen readers about the last product. */
  announcement = '';

  constructor(host: LitElement, list: RemovableList) {
    this.#host = host;
    this.#list = list;
    host.addController(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  hostUpdate(): void {
    const customer = this.#list.customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.busy = new Set();
    this.problems = [];
    this.announcement = '';
  }

  renderUndo(): TemplateResult | undefined {
    return this.#undo?.render();
  }

  /** Removes the product only after the page has added it to the cart. */
  move(item: WishlistItem): Promise<void> {
    return this.remove(item, async () => {
      const { LoyaltyMoveToCartEvent } = await import('./move-events.ts');
      const event = new LoyaltyMoveToCartEvent(item);
      this.#host.dispatchEvent(event);
      await Promise.all(event.waitingFor);
      return event.waitingFor.length > 0;
    });
  }

  /** Removes an item, after `move` resolves to true; false keeps it. */
  async remove(item: WishlistItem, move?: () => Promise<boolean>): Promise<void> {
    const key = choiceKey(item);
    const loyalty = this.#list.customer();
    if (!loyalty || this.busy.has(key)) return;
    const position = this.#list.positionOf(item);
    const place = this.#list.placeOf(item);
    this.problems = this.problems.filter((problem) => problem.key !== key);
    this.#setBusy([...this.busy, key]);
    let moved = !move;
    try {
      if (move && !(moved = await move())) return;
      await Promise.all([removeFromList(loyalty, WISHLIST, item), importPagePolicy()]);
      if (this.#customerChanged(loyalty)) return;
      this.announcement = localize('{product} removed', { product: nameOf(item) });
      this.#host.requestUpdate();
      this.#host.dispatchEvent(new LoyaltyWishlistEvent('removed', item));
      await this.#list.focusItem(place);
      // What was moved is in the cart. A product that the shop no longer has cannot be saved again.
      if (!item.isGone && !move) void this.#offerUndo(loyalty, item, position);
    } catch (thrown) {
      if (this.#customerChanged(loyalty)) return;
      // A promise that the page rejects with a text has a sentence for the shopper.
      const reason = !moved && typeof thrown === 'string' && thrown;
      const message = reason || localize(moved ? 'Couldn’t remove it' : 'Couldn’t move it');
      this.problems = [...this.problems, { key, message }];
      this.#host.dispatchEvent(new LoyaltyErrorEvent(toLoyaltyError(thrown)));
    } finally {
      this.#setBusy([...this.busy].filter((other) => other !== key));
    }
  }

  async #offerUndo(loyalty: Loyalty, item: WishlistItem, position: number): Promise<void> {
    // Without the file, the shopper saves the product again on its page.
    const file = await import('../saved-products/undo-removal.ts').catch(() => undefined);
    this.#undo ??= file?.undoOfWishlist(this.#host, this.#list, (text) => (this.announcement = text));
    this.#undo?.offer(loyalty, item, position);
  }

  #setBusy(products: readonly string[]): void {
    this.busy = new Set(products);
    this.#host.requestUpdate();
  }

  #customerChanged(loyalty: Loyalty): boolean {
    return (this.#list.customer() ?? loyalty) !== loyalty;
  }
}
