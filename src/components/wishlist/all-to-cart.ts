import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { choiceKey, type Loyalty, type WishlistItem } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';
import { languageOf } from '../internal/format.ts';
import { LoyaltyMoveAllToCartEvent } from './move-events.ts';
import type { WishlistRemoval } from './wishlist-removal.ts';

// `all-to-cart` of `<loyalty-wishlist>`. Part of `wishlist-options.ts`.

/** What can be bought: sold-out products, and those that the shop no longer has, stay on the list. */
const canBeBought = ({ isGone, unavailable }: WishlistItem): boolean => !isGone && !unavailable;

/** The wishlist whose products are moved. */
export interface MovableList {
  readonly customer: () => Loyalty | undefined;
  readonly removal: WishlistRemoval;
  /** The products that are shown, or would be with all rows. */
  readonly items: () => readonly WishlistItem[];
  /** Whether these are all: of a long list some pages may not be loaded. */
  readonly isWhole: () => boolean;
}

/** The button that moves every product to the cart. */
export class AllToCart {
  readonly #host: LitElement;
  readonly #list: MovableList;
  #isMoving = false;

  constructor(host: LitElement, list: MovableList) {
    this.#host = host;
    this.#list = list;
  }

  render(): TemplateResult | typeof nothing {
    const sold = this.#list.items().filter(canBeBought);
    // Before all pages are loaded it is not known how many there are.
    if (sold.length < 2 || !this.#list.isWhole()) return nothing;
    return html`<button
      class="ghost"
      part="button all-to-cart-button"
      type="button"
      aria-disabled=${this.#isMoving}
      @click=${() => void this.#move()}
    >
      ${localize('Move all {n} to cart', { n: sold.length }, languageOf(this.#host))}
    </button>`;
  }

  async #move(): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      await this.#moveAll();
    } finally {
      this.#isMoving = false;
      this.#host.requestUpdate();
    }
  }

  async #moveAll(): Promise<void> {
    const { removal } = this.#list;
    const items = this.#list.items().filter(canBeBought);
    const event = new LoyaltyMoveAllToCartEvent(items);
    this.#host.dispatchEvent(event);
    let moved = 0;
    await Promise.all(
      items.map(async (item) => {
        // Each on its own: the failure of one product must not keep another one on the list.
        const waitingFor = event.waitingFor.get(choiceKey(item));
        if (waitingFor && (await this.#moved(item, Promise.all(waitingFor)))) moved++;
      }),
    );
    if (moved)
      removal.announcement = localize(
        '{n} products moved to your cart',
        { n: moved },
        languageOf(this.#host),
        '{n} product moved to your cart',
      );
  }

  /** Removes an item after its promise is fulfilled. Resolves to whether it is in the cart and off the list. */
  async #moved(item: WishlistItem, cart: Promise<unknown>): Promise<boolean> {
    const { removal, customer } = this.#list;
    const loyalty = customer();
    let isMoved = false;
    await removal.remove(item, async () => {
      await cart;
      return (isMoved = true);
    });
    const isOff = !removal.problems.some(({ key }) => key === choiceKey(item));
    return isMoved && isOff && !!loyalty && (customer() ?? loyalty) === loyalty;
  }
}
