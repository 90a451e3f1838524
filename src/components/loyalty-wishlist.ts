import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  removeFromWishlist,
  toLoyaltyError,
  wishlist,
  type Loyalty,
  type WishlistItem,
} from '../services/index.ts';
import { define } from './internal/define.ts';
import { LoyaltyErrorEvent } from './internal/error-event.ts';
import { LoyaltyMoveToCartEvent, LoyaltyWishlistEvent } from './internal/events.ts';
import { formatMoney } from './internal/format-money.ts';
import { languageOf } from './internal/format.ts';
import { heart } from './internal/icons.ts';
import { keepFocus } from './internal/keep-focus.ts';
import { say } from './internal/messages.ts';
import { errorNotice, signedOutNotice } from './internal/notice.ts';
import { ResourceController } from './internal/resource-controller.ts';
import { wishlistStyles } from './internal/wishlist-styles.ts';

/**
 * The shopper's wishlist as a grid of products, or as a list. Products can be taken off, and moved to the cart where the page
 * answers for that.
 *
 * @tag loyalty-wishlist
 * @slot signed-out - Shown to guests: your sign-in link.
 * @slot empty - Shown while nothing is saved.
 * @csspart list - The grid or list.
 * @csspart item - A product.
 * @csspart picture - Its picture.
 * @csspart name - Its name, a link where the product has an address.
 * @csspart price - Its price.
 * @csspart button - Every button.
 * @csspart remove-button - The heart that takes it off.
 * @csspart move-button - Moves it to the cart (with `move-to-cart`).
 * @csspart more-button - Shows all products.
 * @csspart notice - The note in place of the products: signed out, empty, or an error.
 * @csspart problem - Why a product could not be removed or moved.
 * @csspart retry-button - The button that tries again after an error.
 * @cssprop [--loyalty-wishlist-rows=1] - Rows shown, and reserved before they load.
 * @cssprop [--loyalty-wishlist-column-size=10em] - Least width of a product in the grid.
 * @cssprop [--loyalty-wishlist-image-size=13em] - Height of a picture in the grid.
 * @fires loyalty-wishlist-removed - A product was taken off.
 * @fires loyalty-move-to-cart - The shopper moves a product to the cart; hand your promise to `waitUntil`.
 * @fires loyalty-error - The wishlist could not be loaded or changed.
 */
export class LoyaltyWishlist extends LitElement {
  static override properties = {
    layout: { reflect: true },
    moveToCart: { type: Boolean, attribute: 'move-to-cart' },
    expanded: { type: Boolean, reflect: true },
    busy: { state: true },
    problem: { state: true },
    announcement: { state: true },
    columns: { state: true },
  };

  static override styles = wishlistStyles;

  /** `grid` or `list`. */
  layout: 'grid' | 'list' = 'grid';
  /** Shows a button that moves a product to the cart; your page answers its `loyalty-move-to-cart`. */
  moveToCart = false;
  /** Shows every product instead of the first rows. */
  expanded = false;

  /** Products that are on their way off the list. */
  private busy: ReadonlySet<string> = new Set();
  private problem: { readonly productId: string; readonly message: string } | undefined;
  private announcement = '';
  /** Columns that fit, measured from the grid. */
  private columns = 1;

  #list = new ResourceController(this, wishlist);
  /** Whose doings `busy`, `problem` and `announcement` tell of. */
  #customer: Loyalty | undefined;
  #resize = new ResizeObserver(() => this.#measure());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
  }

  protected override willUpdate(): void {
    const { loyalty } = this.#list;
    if (!loyalty || loyalty === this.#customer) return; // none: between two places of the page
    this.#customer = loyalty;
    this.busy = new Set();
    this.problem = undefined;
    this.announcement = '';
  }

  protected override render(): TemplateResult {
    const { state } = this.#list;
    switch (state.status) {
      case 'loading':
        return this.#renderLoading();
      case 'signed-out':
        return signedOutNotice(say('Sign in to see your wishlist.'));
      case 'error':
        return errorNotice(state.error, say('Your wishlist did not load.'), () => this.#list.retry());
      case 'ready':
        return this.#renderItems(state.value);
    }
  }

  #renderLoading(): TemplateResult {
    return html`<ul part="list" aria-busy="true">
      <li class="hidden">${say('Loading your wishlist')}</li>
      ${Array.from(
        { length: this.#shownItems },
        () =>
          html`<li class="item" part="item" aria-hidden="true">
            <span class="picture skeleton"></span>
            <span class="texts"
              ><span class="skeleton">Name</span><span class="skeleton small">€00.00</span></span
            >
          </li>`,
      )}
    </ul>`;
  }

  #renderItems(items: readonly WishlistItem[]): TemplateResult {
    const language = languageOf(this);
    const shown = this.expanded ? items : items.slice(0, this.#shownItems);
    return html`${
        items.length
          ? html`<ul part="list" tabindex="-1">
              ${shown.map((item) => this.#renderItem(item, language))}
            </ul>`
          : html`<div class="notice" part="notice" tabindex="-1">
              <slot name="empty"
                ><p>${say('Nothing saved yet. Tap a heart to keep a product here.')}</p></slot
              >
            </div>`
      }
      ${
        shown.length < items.length
          ? html`<button class="ghost more" part="button more-button" type="button" @click=${this.#onMore}>
              ${say('Show all {n}', { n: items.length }, language)}
            </button>`
          : nothing
      }
      <p class="hidden" role="status">${this.announcement}</p>`;
  }

  #renderItem(item: WishlistItem, language: string | undefined): TemplateResult {
    const { productId, imageUrl, price, currency } = item;
    const name = item.name ?? say('No longer in the shop');
    const problem = this.problem?.productId === productId ? this.problem.message : undefined;
    const busy = this.busy.has(productId);
    return html`<li class="item" part="item">
      <span class="picture" part="picture">
        ${imageUrl ? html`<img src=${imageUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />` : nothing}
      </span>
      <span class="texts">
        ${
          item.url
            ? html`<a class="line" part="name" href=${item.url} title=${name}><bdi>${name}</bdi></a>`
            : html`<span class="line" part="name" title=${name}><bdi>${name}</bdi></span>`
        }
        ${
          problem
            ? html`<span class="small line" part="problem" role="alert" title=${problem}>${problem}</span>`
            : html`<span class="quiet small line" part="price">
                ${price === undefined ? nothing : formatMoney(price, currency, language)}
              </span>`
        }
      </span>
      <button
        class="heart"
        part="button remove-button"
        type="button"
        aria-disabled=${busy}
        aria-label=${say('Remove {product} from your wishlist', { product: name })}
        @click=${() => this.#remove(item)}
      >
        ${heart}
      </button>
      ${
        this.moveToCart && item.name
          ? html`<button
              class="ghost move"
              part="button move-button"
              type="button"
              aria-disabled=${busy}
              aria-label=${say('Move to cart: {product}', { product: name })}
              @click=${() => this.#move(item)}
            >
              ${say('Move to cart')}
            </button>`
          : nothing
      }
    </li>`;
  }

  /** Products that fit the reserved box: rows from the styles, columns from the grid. */
  get #shownItems(): number {
    return (Number(getComputedStyle(this).getPropertyValue('--loyalty-wishlist-rows')) || 1) * this.columns;
  }

  #measure(): void {
    const list = this.renderRoot.querySelector('ul');
    if (!list) return;
    this.columns = this.layout === 'list' ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('layout')) this.#measure();
  }

  async #remove(item: WishlistItem): Promise<void> {
    await this.#change(item);
  }

  /** The page takes the product into its cart; only then does it leave the list. */
  async #move(item: WishlistItem): Promise<void> {
    await this.#change(item, async () => {
      const event = new LoyaltyMoveToCartEvent(item);
      this.dispatchEvent(event);
      await Promise.all(event.waitingFor);
      return event.waitingFor.length > 0;
    });
  }

  /** Removes an item once `move` has done its part; `false` from it keeps the item. */
  async #change(item: WishlistItem, move?: () => Promise<boolean>): Promise<void> {
    const { loyalty } = this.#list;
    if (!loyalty || this.busy.has(item.productId)) return;
    this.busy = new Set([...this.busy, item.productId]);
    this.problem = undefined;
    const position = this.#positionOf(item);
    let moved = !move;
    try {
      if (move && !(moved = await move())) return;
      await removeFromWishlist(loyalty, item.productId);
      if (this.#isPast(loyalty)) return;
      this.announcement = say('{product} removed', { product: item.name ?? '' });
      this.dispatchEvent(new LoyaltyWishlistEvent('removed', item.productId));
      await this.#focusItem(position);
    } catch (thrown) {
      if (this.#isPast(loyalty)) return;
      this.problem = {
        productId: item.productId,
        message: say(moved ? 'Could not be removed' : 'Could not be moved'),
      };
      this.dispatchEvent(new LoyaltyErrorEvent(toLoyaltyError(thrown)));
    } finally {
      this.busy = new Set([...this.busy].filter((productId) => productId !== item.productId));
    }
  }

  /** The next customer is not told what the last one did. */
  #isPast(loyalty: Loyalty): boolean {
    return (this.#list.loyalty ?? loyalty) !== loyalty;
  }

  #positionOf({ id }: WishlistItem): number {
    const { state } = this.#list;
    return state.status === 'ready' ? state.value.findIndex((item) => item.id === id) : 0;
  }

  /** The product that took the removed one's place, or the note that there is none. */
  async #focusItem(position: number): Promise<void> {
    await this.updateComplete;
    const hearts = this.renderRoot.querySelectorAll<HTMLElement>('.heart');
    keepFocus(
      this,
      hearts[Math.min(position, hearts.length - 1)] ??
        this.renderRoot.querySelector<HTMLElement>('[part=notice]'),
    );
  }

  async #onMore(): Promise<void> {
    const position = this.#shownItems;
    this.expanded = true;
    await this.#focusItem(position);
  }
}

define('loyalty-wishlist', LoyaltyWishlist);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-wishlist': LoyaltyWishlist;
  }
}
