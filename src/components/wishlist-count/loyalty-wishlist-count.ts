import { html, nothing, type TemplateResult } from 'lit';
import { loadRest, nothingToLoad, WISHLIST, wishlist, wishlistCount } from '../../services/index.ts';
import { define, readFlag } from '../internal/element.ts';
import { LoyaltyElement } from '../page/loyalty-element.ts';
import type { LoyaltyWishlistEvent } from '../saved-products/wishlist-events.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { inBrowser } from '../internal/in-browser.ts';
import { localize } from '../internal/texts/messages.ts';
import { NamedResourceController } from '../internal/named-resource-controller.ts';
import { shownElements } from '../internal/shown-elements.ts';
import { wishlistCountStyles } from './wishlist-count-styles.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';

/** Elements that load the wishlist. */
const HEARTS = 'loyalty-wishlist, loyalty-wishlist-button';
/** Above it, the number is shown as `99+`. */
const MAX_SHOWN = 99;
/** Also those that are not defined yet, or that are inside the shadow roots of other components. */
const hasHearts = (): boolean =>
  !!document.querySelector(HEARTS) || [...shownElements].some((element) => element.matches(HEARTS));
const CHANGES = ['loyalty-wishlist-added', 'loyalty-wishlist-removed'] as const;

/**
 * The number of saved products, for the wishlist's icon in a header. It shows nothing to guests, nor while nothing is saved. On pages
 * without hearts it is the number of the last page that had some, so that it costs no request.
 *
 * @summary the number of saved products
 * @tag loyalty-wishlist-count
 * @block none
 * @needs wishlist
 * @csspart count - The badge with the number.
 * @cssprop [--loyalty-wishlist-count-size=1.5em] - Height and smallest width of the badge.
 * @cssprop [--loyalty-wishlist-count-background=var(--loyalty-color-accent)] - Background of the badge.
 * @cssprop [--loyalty-wishlist-count-color] - Colour of the number; black or white, whichever has more contrast.
 * @cssstate loading - The number is not known yet.
 * @cssstate signed-out - The shopper is a guest.
 * @cssstate failed - The wishlist could not be loaded.
 * @fires loyalty-error - The wishlist could not be loaded.
 */
export class LoyaltyWishlistCount extends LoyaltyElement {
  static override properties = {
    always: { converter: readFlag },
  };

  static override styles = wishlistCountStyles;

  /** Shows the number also while it is 0. */
  always = false;

  /** The list is loaded for the number. Otherwise it is what an earlier page stored. */
  #usesList = false;
  #list = new NamedResourceController<unknown>(
    this,
    () => (this.#usesList ? 'list' : 'stored'),
    (source) => (source === 'list' ? wishlist : nothingToLoad),
  );
  /** Text for screen readers after the shopper saved or removed a product. */
  #announcement = '';

  override connectedCallback(): void {
    super.connectedCallback();
    if (!inBrowser) return;
    for (const type of CHANGES) document.addEventListener(type, this.#onChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of CHANGES) document.removeEventListener(type, this.#onChange);
  }

  #onChange = ({ detail }: LoyaltyWishlistEvent): void => {
    if (detail.list !== WISHLIST) return; // the number of saved products is the same as before
    this.#usesList = true;
    this.#announcement = this.#label(wishlistCount(this.#list.loyalty) ?? 0);
    this.requestUpdate();
  };

  protected override willUpdate(): void {
    const { loyalty } = this.#list;
    const isUnknown = wishlistCount(loyalty) === undefined;
    this.#usesList ||= !!loyalty && (isUnknown || hasHearts());
    // A service that does not say how many there are.
    if (loyalty && isUnknown) loadRest(loyalty, WISHLIST).catch(() => {});
  }

  #label(count: number): string {
    return localize('{n} saved products', { n: count }, languageOf(this), '{n} saved product');
  }

  protected override render(): TemplateResult {
    const count = wishlistCount(this.#list.loyalty);
    return html`${count || (this.always && count === 0) ? this.#renderCount(count) : nothing}
      <span class="hidden" role="status">${this.#announcement}</span>`;
  }

  #renderCount(count: number): TemplateResult {
    const language = languageOf(this);
    const number = formatNumber(Math.min(count, MAX_SHOWN), language) + (count > MAX_SHOWN ? '+' : '');
    return html`<span part="count" class="count" aria-hidden="true"><span>${number}</span></span
      ><span class="hidden">${this.#label(count)}</span>`;
  }
}

define('loyalty-wishlist-count', LoyaltyWishlistCount);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-wishlist-count': LoyaltyWishlistCount;
  }
}
