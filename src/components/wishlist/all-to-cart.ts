import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { choiceKey, type WishlistItem } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';
import { languageOf } from '../internal/format.ts';
import { LoyaltyMoveAllToCartEvent } from '../saved-products/wishlist-events.ts';
import type { WishlistRemoval } from './wishlist-removal.ts';

// `all-to-cart` of `<loyalty-wishlist>`. Part of `wishlist-options.ts`.

/** What can be bought: sold-out products, and those that the shop no longer has, stay on the list. */
const canBeBought = ({ isGone, unavailable }: WishlistItem): boolean => !isGone && !unavailable;

/** The button that moves every product to the cart. */
export class AllToCart {
  readonly #host: LitElement;
  readonly #removal: WishlistRemoval;
  #isMoving = false;

  constructor(host: LitElement, removal: WishlistRemoval) {
    this.#host = host;
    this.#removal = removal;
  }

  render(items: readonly WishlistItem[]): TemplateResult | typeof nothing {
    const sold = items.filter(canBeBought);
    if (sold.length < 2) return nothing;
    return html`<button
      class="ghost"
      part="button all-to-cart-button"
      type="button"
      aria-disabled=${this.#isMoving}
      @click=${() => this.#move(sold)}
    >
      ${localize('Move all {n} to cart', { n: sold.length }, languageOf(this.#host))}
    </button>`;
  }

  async #move(items: readonly WishlistItem[]): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    const event = new LoyaltyMoveAllToCartEvent(items);
    this.#host.dispatchEvent(event);
    let moved = 0;
    try {
      await Promise.all(
        items.map(async (item) => {
          // Each on its own: the failure of one product must not keep another one on the list.
          const waitingFor = event.waitingFor.get(choiceKey(item));
          if (waitingFor && (await this.#removal.moved(item, Promise.all(waitingFor)))) moved++;
        }),
      );
    } finally {
      this.#isMoving = false;
      if (moved)
        this.#removal.announcement = localize(
          '{n} products moved to your cart',
          { n: moved },
          languageOf(this.#host),
          '{n} product moved to your cart',
        );
      this.#host.requestUpdate();
    }
  }
}
