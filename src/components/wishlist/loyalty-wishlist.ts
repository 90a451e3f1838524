import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  isGuest,
  isOnDevice,
  isSameChoice,
  isWhole,
  WISHLIST,
  wishlist,
  type WishlistItem,
} from '../../services/index.ts';
import { define, readFlag } from '../internal/element.ts';
import { languageOf } from '../internal/format.ts';
import { heart } from '../saved-products/icons.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { reservedRows, restoreFocus } from '../internal/lists.ts';
import { lazyImport } from '../internal/lazy-import.ts';
import { localize } from '../internal/texts/messages.ts';
import { errorNotice } from '../internal/notice.ts';
import { InvitingElement } from '../page/inviting-element.ts';
import { pageLink } from '../internal/page-link.ts';
import { ResourceController, type ElementState } from '../internal/resource-controller.ts';
import { hasStatus, renderWishlistGrid, renderWishlistLoading } from './wishlist-grid.ts';
import type { WishlistOptions } from './wishlist-options.ts';
import { WishlistRemoval } from './wishlist-removal.ts';
import { wishlistStyles } from './wishlist-styles.ts';

export type { LoyaltyMoveAllToCartEvent, LoyaltyMoveToCartEvent } from './move-events.ts';
export type { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
export type { LoyaltyListChangedEvent } from '../saved-products/list-events.ts';
export type { LoyaltyAlertChangedEvent } from '../alert/alert-events.ts';
export type { LoyaltyErrorEvent } from '../internal/events.ts';

/**
 * The shopper's wishlist as a grid or a list of products. Shoppers can remove products, and move them to the cart if the page handles
 * that event, write what they think about a product, search, and see the products of all their lists.
 *
 * @summary saved products
 * @tag loyalty-wishlist
 * @guests small
 * @needs wishlist
 * @slot signed-out - Shown to guests: your sign-in link. Below the products that a guest has saved on the device.
 * @slot empty - Shown while nothing is saved: your text, or products that you suggest.
 * @csspart list - The grid or list.
 * @csspart item - A product.
 * @csspart picture - The frame of a product's picture.
 * @csspart image - The picture in it.
 * @csspart skeleton - A grey shape while the products load.
 * @csspart name - The name of a product, a link if the product has an address.
 * @csspart variant - The options of the saved variant, such as `Blue, M`.
 * @csspart price - The price of a product.
 * @csspart note - Priority and note of a product (with `notes`).
 * @csspart note-button - The button that opens a dialog with both.
 * @csspart alert-button - The button with a bell (with `alerts`).
 * @csspart hint - The line below it: that we send a message, and how to stop it.
 * @csspart dialog - The dialog of a note.
 * @csspart dialog-title - The name of the product in it.
 * @csspart form - The form in it, and the form of a guest below a bell (with `guests`).
 * @csspart field - The field of a guest, with label and problem.
 * @csspart submit-button - The button that sends the form of a guest.
 * @csspart label - The label of an input.
 * @csspart input - An input of this form, or above the products.
 * @csspart confirm-button - The button that saves the note.
 * @csspart cancel-button - The button that closes the dialog.
 * @csspart search-input - The field above the products (with `searchable`).
 * @csspart sort-select - The choice of their order beside it.
 * @csspart lists - On which lists a product is (with `all-lists`).
 * @csspart list-link - The link to one of them (with `list-url`).
 * @csspart status - That a product is sold out, or costs less than when it was saved: over its picture, or after its price.
 * @csspart heart-button - The round button with a heart that removes a product.
 * @csspart remove-button - The same button.
 * @csspart icon - The heart in it.
 * @csspart button - Every button but the hearts.
 * @csspart move-button - The button that moves a product to the cart (with `move-to-cart`).
 * @csspart all-to-cart-button - The button that moves every product to the cart (with `all-to-cart`).
 * @csspart more-button - The button that shows all products.
 * @csspart device - The sentence below a guest's products that they are on this device.
 * @csspart end - The sentence that these are all, where the reserved box has room for more.
 * @csspart notice - The box instead of the products: signed out, empty, or an error.
 * @csspart message - The sentence in this box.
 * @csspart problem - The reason why a product could not be removed or moved.
 * @csspart shop-link - The link to your products where nothing is saved or all products are shown (with `shop-url`).
 * @csspart undo - The box that appears over the lower edge after a product was removed.
 * @csspart undo-message - The sentence in it.
 * @csspart undo-button - The button that puts the product back.
 * @csspart retry-button - The button that loads again after an error, or those of the lists that did not load.
 * @csspart sign-in-link - The link to the page of `sign-in-url`, for guests.
 * @csspart join-link - The link to the page of `join-url`, for guests.
 * @csspart invitation - The links to these pages below the sentence.
 * @cssprop [--loyalty-guest-block-size=6em] - Height reserved for a guest's notice, on a page with the class `loyalty-guest`.
 * @cssprop [--loyalty-wishlist-rows=1] - Number of rows that are shown, and reserved while they load.
 * @cssprop [--loyalty-wishlist-column-size=10em] - Minimum width of a product in the grid.
 * @cssprop [--loyalty-wishlist-columns=auto-fill] - Number of columns of the grid; as many as fit by default.
 * @cssprop [--loyalty-wishlist-image-size=13em] - Height of a picture in the grid.
 * @cssprop [--loyalty-wishlist-thumbnail-size=4em] - Width and height of a picture in the list.
 * @cssprop [--loyalty-wishlist-note-size=5em] - Height reserved for priority and note of a product (with `notes`); `2em` where few have one. A longer
 *   note makes its row higher when it loads.
 * @cssprop [--loyalty-wishlist-alert-size=6.5em] - Height reserved for the button of a product with a bell (with `alerts`).
 * @cssprop [--loyalty-wishlist-button-color=var(--loyalty-color-accent)] - Colour of the hearts.
 * @cssprop [--loyalty-wishlist-button-background] - Background of the hearts; white, or near black where the text is light.
 * @cssstate loading - The wishlist is not known yet.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate inviting - The shopper is a guest, and the links to join and sign in are buttons here.
 * @cssstate quiet - The shopper is a guest, and the element does not invite: its notice is a line.
 * @cssstate failed - The wishlist could not be loaded.
 * @fires loyalty-wishlist-added - A product was put back after its removal.
 * @fires loyalty-wishlist-removed - A product was removed from the wishlist.
 * @fires loyalty-move-to-cart - The shopper moves a product to the cart; pass your promise to `waitUntil`.
 * @fires loyalty-move-all-to-cart - The shopper moves every product to the cart; pass a promise for each to `waitUntil`.
 * @fires loyalty-list-changed - The shopper wrote a note or a priority; `detail.list` is `wishlist`.
 * @fires loyalty-alert-changed - The shopper asked to be told about a product, or no longer (with `alerts`).
 * @fires loyalty-error - The wishlist could not be loaded or changed.
 * @keyboard Enter, Space - On Remove: the focus moves to the next product, and Undo is announced.
 * @keyboard Escape - Closes the dialog of a note; the focus returns to its button.
 */
export class LoyaltyWishlist extends InvitingElement {
  static override properties = {
    layout: { reflect: true, useDefault: true },
    moveToCart: { converter: readFlag, attribute: 'move-to-cart' },
    allToCart: { converter: readFlag, attribute: 'all-to-cart' },
    notes: { converter: readFlag },
    alerts: { converter: readFlag },
    guests: { converter: readFlag },
    searchable: { converter: readFlag },
    allLists: { converter: readFlag, attribute: 'all-lists' },
    listUrl: { attribute: 'list-url' },
    expanded: { type: Boolean, converter: readFlag, reflect: true },
    shopUrl: { attribute: 'shop-url' },
    columns: { state: true },
  };

  static readonly values = { layout: ['grid', 'list'] };

  static override styles = wishlistStyles;

  /** Arrangement of the products: `grid` or `list`. */
  layout: 'grid' | 'list' = 'grid';
  /** Shows a button that moves a product to the cart; your page handles its event `loyalty-move-to-cart`. */
  moveToCart = false;
  /** Shows a button that moves every product to the cart; your page handles its event `loyalty-move-all-to-cart`. */
  allToCart = false;
  /** Shoppers write a note to a product, and how much they want it. */
  notes = false;
  /** Shows a button at each product by which members are told when it costs less or is back: `<loyalty-alert>`. */
  alerts = false;
  /** With `alerts`: guests can ask, too, as in `<loyalty-alert guests>`. Set it where your service offers that. */
  guests = false;
  /** Shows a field that searches the products, and a choice of their order. */
  searchable = false;
  /**
   * Shows the products of all lists of the customer, each once, with the names of its lists. Hearts and cart buttons are on those of the
   * wishlist.
   */
  allLists = false;
  /** With `all-lists`: address of your page for one list; `{handle}` is replaced by its handle. */
  listUrl: string | undefined;
  /** Shows every product instead of the first rows. */
  expanded = false;
  /** Address of a page with your products, on https or the page's own origin: linked while nothing is saved. */
  shopUrl: string | undefined;

  /** Columns that fit, measured from the grid. */
  private columns = 1;
  #isMeasured = false;
  /** The shopper has pressed "Show all" of the expanded list. */
  #wantsAll = false;

  #statusOf = (): string => {
    const { status } = this.#state;
    return status === 'ready' && this.#isGuest ? 'signed-out' : status;
  };
  #list = new ResourceController(this, wishlist, this.#statusOf);
  #removal = new WishlistRemoval(this, {
    customer: () => this.#list.loyalty,
    positionOf: (item) => indexOf(this.#saved, item),
    placeOf: (item) => indexOf(this.#items, item),
    focusItem: (position) => this.#focusItem(position),
  });
  // In the next frame: an update within the callback may change the size, which the browser reports as an error of the page.
  #resize = inBrowser ? new ResizeObserver(() => requestAnimationFrame(() => this.#measure())) : undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize?.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize?.disconnect();
  }

  protected override updated(changed: PropertyValues): void {
    // The first update has no change of a property with its default value.
    if (changed.has('layout') || !this.#isMeasured) this.#measure();
    void this.#options; // loads beside the list
  }

  #loadOptions = lazyImport(this, async () => {
    const { WishlistOptions } = await import('./wishlist-options.ts');
    return new WishlistOptions(this, {
      wantsAll: this.#wantsAll,
      saved: this.#list,
      removal: this.#removal,
      items: () => this.#items,
      limit: () => this.#limit,
      statusOf: this.#statusOf,
      hasStatus,
      renderLoading: this.#renderLoading,
    });
  });

  /** What attributes, further pages and changed prices need: loaded with the first one. Without its file the products are shown. */
  get #options(): WishlistOptions | null | undefined {
    return this.allToCart ||
      this.notes ||
      this.alerts ||
      this.searchable ||
      this.allLists ||
      !this.#isWhole ||
      this.#saved.some(hasStatus)
      ? this.#loadOptions()
      : undefined;
  }

  #onMore = async (): Promise<void> => {
    const position = this.renderRoot.querySelectorAll('.item').length;
    // The second press, where more pages did not load with the scroll.
    this.#wantsAll = this.expanded;
    if (this.#wantsAll) return void this.#options?.pages.loadAll();
    this.expanded = true;
    await this.#focusItem(position);
  };

  get #isWhole(): boolean {
    const { loyalty } = this.#list;
    return !loyalty || isWhole(loyalty, WISHLIST);
  }

  get #state(): ElementState<unknown> {
    const { state } = this.#list;
    if (!this.allLists || state.status !== 'ready') return state;
    return this.#options?.state ?? { status: 'loading' };
  }

  /** What is saved on the wishlist. */
  get #saved(): readonly WishlistItem[] {
    const { state } = this.#list;
    return state.status === 'ready' ? state.value : [];
  }

  /** What there is to show: of all lists, and in the order and with the words that the shopper has chosen. */
  get #items(): readonly WishlistItem[] {
    return this.#options?.found ?? this.#saved;
  }

  /** The products of all lists, or of the wishlist. */
  get #listed(): readonly WishlistItem[] {
    return this.#options?.listed ?? this.#saved;
  }

  /** Focuses the product at this position, or the notice that there is none. */
  async #focusItem(position: number): Promise<void> {
    await this.updateComplete;
    const shown = this.renderRoot.querySelectorAll('.item');
    const item = shown[Math.min(position, shown.length - 1)];
    restoreFocus(
      this,
      item
        ? (item.querySelector<HTMLElement>('.heart') ?? item.querySelector('a'))
        : this.renderRoot.querySelector<HTMLElement>('[part=notice]'),
    );
  }

  /** Number of products that fit the reserved box: rows from the styles, columns from the grid. */
  get #itemsThatFit(): number {
    return reservedRows(this, '--loyalty-wishlist-rows', 1) * this.columns;
  }

  get #limit(): number {
    return this.expanded ? Infinity : this.#itemsThatFit;
  }

  #measure(): void {
    const list = this.renderRoot.querySelector('ul');
    if (!list) return;
    this.#isMeasured = true;
    this.columns = this.layout === 'list' ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length;
  }

  protected override render(): TemplateResult {
    const state = this.#state;
    switch (state.status) {
      case 'loading':
        return html`${this.#renderControls()}${this.#renderLoading()}`;
      case 'signed-out':
        return this.renderSignedOut(localize('Sign in to see your wishlist.'), state);
      case 'error':
        return errorNotice(
          this,
          state.error,
          localize('Couldn’t load your wishlist.'),
          () => (this.#list.state.status === 'error' ? this.#list : this.#options)?.retry(),
          heart,
        );
      case 'ready':
        return html`${
          this.#isGuest && !this.#listed.length
            ? this.renderSignedOut(localize('Nothing saved yet. Tap the heart on a product to keep it here.'))
            : html`${this.#listed.length ? this.#renderControls() : nothing}${this.#options?.renderInstead() ?? this.#renderItems(this.#items)}`
        }${this.#removal.renderUndo()}${this.#options?.renderDialog()}`;
    }
  }

  get #isGuest(): boolean {
    const { loyalty } = this.#list;
    return !!loyalty && isGuest(loyalty) && isOnDevice(loyalty);
  }

  #renderLoading = (): TemplateResult => renderWishlistLoading(this.#itemsThatFit);

  #renderControls(): TemplateResult | typeof nothing {
    return this.searchable
      ? html`<div class="controls">
          ${this.#state.status === 'ready' ? this.#options?.renderControls() : nothing}
        </div>`
      : nothing;
  }

  #renderItems(items: readonly WishlistItem[]): TemplateResult {
    const options = this.#options;
    return renderWishlistGrid(items, {
      count: this.#isWhole ? items.length : options?.count,
      limit: this.#limit,
      rowsLeft: Math.floor((this.#itemsThatFit - items.length) / this.columns),
      language: languageOf(this),
      moveToCart: this.moveToCart,
      renderSentence: this.#isGuest
        ? (sentence) => this.invitation()?.renderSentence(sentence) ?? sentence
        : undefined,
      shopUrl: pageLink(this.shopUrl),
      busy: this.#removal.busy,
      problems: this.#removal.problems,
      announcement: this.#removal.announcement,
      status: options?.status,
      isOwn: options?.isOwn,
      renderDetails: options?.renderDetails,
      notFound: options?.renderNothing(),
      below: options?.renderBelow(),
      onMore: this.#onMore,
      onRemove: (item) => void this.#removal.remove(item),
      onMove: (item) => void this.#removal.move(item),
    });
  }
}

const indexOf = (items: readonly WishlistItem[], item: WishlistItem): number =>
  items.findIndex((other) => isSameChoice(other, item));

define('loyalty-wishlist', LoyaltyWishlist);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-wishlist': LoyaltyWishlist;
  }
}
