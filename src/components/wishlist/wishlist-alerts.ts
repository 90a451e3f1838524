import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { isGuest, type Loyalty, type WishlistItem } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { nameOf } from '../saved-products/product-name.ts';
import '../alert/loyalty-alert.ts';

// `alerts` of `<loyalty-wishlist>`, loaded with the element that it shows at each product.

const styles = css`
  loyalty-alert {
    grid-column: 1 / -1;
    margin-block-start: 0.25em;
  }
  loyalty-alert::part(alert-button) {
    padding-inline: 0.75em;
  }
`;

/**
 * Renders the button of a product: that it is back, where it is sold out, otherwise that it costs less. Nothing for a product that is no longer
 * sold, and for guests without `guests`.
 */
export function alertsOf(
  host: LitElement & { readonly guests: boolean },
  customer: () => Loyalty | undefined,
) {
  addStyles(host, styles);
  return (item: WishlistItem): TemplateResult | typeof nothing => {
    const { productId, variantId, variantName, unavailable, isGone } = item;
    const loyalty = customer();
    if (!loyalty || isGone || unavailable === 'no-variant') return nothing;
    if (isGuest(loyalty) && !host.guests) return nothing;
    return html`<loyalty-alert
      exportparts="button, alert-button, hint, problem, form, field, label, input, submit-button"
      .guests=${host.guests}
      kind=${unavailable ? 'stock' : 'price'}
      .productId=${productId}
      .productName=${nameOf(item)}
      .variantId=${variantId}
      .variantName=${variantName}
    ></loyalty-alert>`;
  };
}
