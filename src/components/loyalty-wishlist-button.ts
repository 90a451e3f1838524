import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  addToWishlist,
  isOnWishlist,
  removeFromWishlist,
  toLoyaltyError,
  wishlist,
  type Loyalty,
  type LoyaltyError,
  type ProductDetails,
} from '../services/index.ts';
import { define } from './internal/element.ts';
import { LoyaltyErrorEvent } from './internal/events.ts';
import { LoyaltySignInNeededEvent, LoyaltyWishlistEvent } from './internal/action-events.ts';
import { heart } from './internal/icons.ts';
import { say } from './internal/messages.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { wishlistButtonStyles } from './internal/wishlist-button-styles.ts';

/** What the shopper asked for while the service has not answered yet. */
interface Wish {
  readonly loyalty: Loyalty;
  readonly productId: string;
  readonly save: boolean;
}

/** Why the last wish was not fulfilled: shown until the next one, or until the heart has another product or customer. */
interface HeartProblem {
  readonly loyalty: Loyalty | undefined;
  readonly productId: string;
  readonly sentence: string;
}

/** Template code that no server has filled in. */
const TEMPLATE = /\{\{|\{%/;

/**
 * A heart that saves a product. It is filled while the product is on the shopper's wishlist; a guest's click is handed to the
 * page as an event.
 *
 * @tag loyalty-wishlist-button
 * @slot - In place of the heart.
 * @csspart button - The round button.
 * @csspart icon - The heart.
 * @csspart problem - Why the product could not be saved, beside the heart.
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
    productUrl: { attribute: 'product-url' },
    productImage: { attribute: 'product-image' },
    productPrice: { attribute: 'product-price' },
    productCurrency: { attribute: 'product-currency' },
    wish: { state: true },
    problem: { state: true },
  };

  static override styles = wishlistButtonStyles;

  /** Your shop's id of the product. */
  productId = '';
  /** The product's name, for the label that screen readers speak. */
  productName = '';
  /**
   * Address of the product's page, for a product that the service may not know: with it and `product-name`, the service is told of the
   * product when it is saved, and decides whether it takes it.
   */
  productUrl?: string;
  /** Address of the product's picture, told with `product-url`. */
  productImage?: string;
  /** The product's price in decimal, such as `89.00`, told with `product-url`. */
  productPrice?: string;
  /** The currency of the price (ISO 4217), such as `EUR`. */
  productCurrency?: string;

  private wish: Wish | undefined;
  private problem: HeartProblem | undefined;

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
    if (this.#unusable) return this.#refuse(loyalty);
    if (!loyalty || this.#wished) return;
    this.problem = undefined;
    if (this.#list.state.status === 'signed-out') {
      this.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', productId));
      return;
    }
    const save = !this.saved;
    const wish = (this.wish = { loyalty, productId, save });
    try {
      await (save ? addToWishlist : removeFromWishlist)(loyalty, productId, this.#product);
      if (this.#isPast(loyalty)) return;
      this.dispatchEvent(new LoyaltyWishlistEvent(save ? 'added' : 'removed', productId));
    } catch (thrown) {
      if (this.#isPast(loyalty)) return;
      const error = toLoyaltyError(thrown);
      if (error.code === 'unauthenticated')
        this.dispatchEvent(new LoyaltySignInNeededEvent('wishlist', productId));
      else this.#fail(error, productId, loyalty, save);
    } finally {
      if (this.wish === wish) this.wish = undefined;
    }
  }

  /** What the page says of a product that the service may not know. */
  get #product(): ProductDetails | undefined {
    const { productName: name, productUrl: url } = this;
    if (!name || !url) return undefined;
    return {
      name,
      url,
      image_url: this.productImage,
      price: this.productPrice,
      currency: this.productCurrency,
    };
  }

  /** A refused product is named in the console: the service does not know it, or the list is full. */
  #fail(error: LoyaltyError, productId: string, loyalty: Loyalty, save: boolean): void {
    const refused = error.code === 'validation' || error.code === 'not_found';
    const sentence = refused
      ? (Object.values(error.fields)[0]?.[0] ?? say('This product cannot be saved.'))
      : say(save ? 'Could not be saved.' : 'Could not be removed');
    this.problem = { loyalty, productId, sentence };
    if (save && refused)
      void import('./internal/page-mistakes.ts')
        .then(({ explainMistake }) => explainMistake('unknown-product', productId))
        .catch(() => {});
    this.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  /** The markup names no product. */
  get #unusable(): 'no-product-id' | 'unrendered-product-id' | undefined {
    if (!this.productId) return 'no-product-id';
    return TEMPLATE.test(this.productId) ? 'unrendered-product-id' : undefined;
  }

  #refuse(loyalty: Loyalty | undefined): void {
    this.problem = { loyalty, productId: this.productId, sentence: say('This product cannot be saved.') };
    this.#reportMarkup();
  }

  #reportMarkup(): void {
    void import('./internal/page-mistakes.ts')
      .then(({ reportMistake }) => this.#unusable && reportMistake(this.#unusable, this))
      .catch(() => {});
  }

  protected override updated(changed: PropertyValues<this>): void {
    // A missing id is reported at the press: a framework may set it later.
    if (changed.has('productId') && this.productId && this.#unusable) this.#reportMarkup();
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
        aria-disabled=${this.#unusable ? 'true' : 'false'}
        @click=${this.toggle}
      >
        <slot part="icon">${heart}</slot></button
      >${this.#renderProblem()}`;
  }

  #renderProblem(): TemplateResult | typeof nothing {
    const { problem, productId } = this;
    if (!problem || problem.productId !== productId || problem.loyalty !== this.#list.loyalty) return nothing;
    // Towards the middle of the page, so that it is never cut off at the edge.
    const { left, right } = this.getBoundingClientRect();
    const side = left + right > document.documentElement.clientWidth ? 'to-left' : 'to-right';
    return html`<span part="problem" class="small ${side}" role="alert">${problem.sentence}</span>`;
  }
}

define('loyalty-wishlist-button', LoyaltyWishlistButton);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-wishlist-button': LoyaltyWishlistButton;
  }
}
