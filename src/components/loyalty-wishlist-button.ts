import { css, html, LitElement, type TemplateResult } from 'lit';
import {
  addToWishlist,
  isOnWishlist,
  removeFromWishlist,
  toLoyaltyError,
  wishlist,
  type Loyalty,
} from '../services/index.ts';
import { box } from './internal/boxes/loyalty-wishlist-button.ts';
import { define } from './internal/define.ts';
import { LoyaltyErrorEvent } from './internal/error-event.ts';
import { LoyaltySignInNeededEvent, LoyaltyWishlistEvent } from './internal/events.ts';
import { heart } from './internal/icons.ts';
import { say } from './internal/messages.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { elementStyles } from './internal/styles.ts';

/** What the shopper asked for while the service has not answered yet. */
interface Wish {
  readonly loyalty: Loyalty;
  readonly productId: string;
  readonly save: boolean;
}

/**
 * A heart that saves a product. It is filled while the product is on the shopper's wishlist; a guest's click is handed to the
 * page as an event.
 *
 * @tag loyalty-wishlist-button
 * @slot - In place of the heart.
 * @csspart button - The round button.
 * @csspart icon - The heart.
 * @cssprop [--loyalty-wishlist-button-size=2.5em] - Width and height.
 * @cssprop [--loyalty-wishlist-button-background=transparent] - What lies behind the heart.
 * @fires loyalty-wishlist-added - The product was saved.
 * @fires loyalty-wishlist-removed - The product was taken off.
 * @fires loyalty-sign-in-needed - A guest asked; answer with your sign-in page.
 * @fires loyalty-error - It could not be saved; the heart shows what is true.
 */
export class LoyaltyWishlistButton extends LitElement {
  static override properties = {
    productId: { attribute: 'product-id' },
    productName: { attribute: 'product-name' },
    wish: { state: true },
  };

  static override styles = [
    elementStyles(box),
    css`
      :host {
        --_accent: var(--loyalty-color-accent, currentColor);
      }
      button {
        display: grid;
        place-items: center;
        inline-size: 100%;
        block-size: 100%;
        padding: 0;
        border: 1px solid var(--_line);
        border-radius: 50%;
        background: var(--loyalty-wishlist-button-background, transparent);
        color: var(--_accent);
        cursor: pointer;
      }
      button:hover {
        border-color: currentColor;
      }
      :focus-visible {
        outline: 2px solid var(--_accent);
        outline-offset: 2px;
      }
      svg {
        inline-size: 50%;
        fill: transparent;
        stroke: currentColor;
        stroke-width: 1.6;
      }
      [aria-pressed='true'] svg {
        fill: currentColor;
      }
      @media (prefers-reduced-motion: no-preference) {
        svg {
          transition:
            fill 0.15s,
            scale 0.15s;
        }
        button:active svg {
          scale: 0.85;
        }
      }
    `,
  ];

  /** Your shop's id of the product. */
  productId = '';
  /** The product's name, for the label that screen readers speak. */
  productName = '';

  private wish: Wish | undefined;

  #list = new ResourceController(this, wishlist);

  /** Whether the product is saved; `undefined` while nobody can know. */
  get saved(): boolean | undefined {
    return this.#wished?.save ?? isOnWishlist(this.#list.loyalty, this.productId);
  }

  /** The wish, as long as it is about this product and this customer: both can change while it is under way. */
  get #wished(): Wish | undefined {
    const { wish, productId } = this;
    return wish?.productId === productId && wish.loyalty === this.#list.loyalty ? wish : undefined;
  }

  /** Saves the product, or takes it off. */
  async toggle(): Promise<void> {
    const { loyalty } = this.#list;
    const { productId } = this;
    if (!loyalty || !productId || this.#wished) return;
    if (this.#list.state.status === 'signed-out') {
      this.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', productId));
      return;
    }
    const save = !this.saved;
    const wish = (this.wish = { loyalty, productId, save });
    try {
      await (save ? addToWishlist : removeFromWishlist)(loyalty, productId);
      if (this.#isPast(loyalty)) return;
      this.dispatchEvent(new LoyaltyWishlistEvent(save ? 'added' : 'removed', productId));
    } catch (thrown) {
      if (this.#isPast(loyalty)) return;
      const error = toLoyaltyError(thrown);
      if (error.code === 'unauthenticated')
        this.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', productId));
      else this.dispatchEvent(new LoyaltyErrorEvent(error));
    } finally {
      if (this.wish === wish) this.wish = undefined;
    }
  }

  /** The next customer is not told what the last one did. */
  #isPast(loyalty: Loyalty): boolean {
    return (this.#list.loyalty ?? loyalty) !== loyalty;
  }

  protected override render(): TemplateResult {
    const label = this.productName
      ? say('Save {product} to your wishlist', { product: this.productName })
      : say('Save to your wishlist');
    return html`<button
      part="button"
      type="button"
      aria-label=${label}
      aria-pressed=${this.saved ? 'true' : 'false'}
      @click=${this.toggle}
    >
      <slot part="icon">${heart}</slot>
    </button>`;
  }
}

define('loyalty-wishlist-button', LoyaltyWishlistButton);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-wishlist-button': LoyaltyWishlistButton;
  }
}
