import { html } from 'lit';
import { BareElement, browse } from './service.js';

customElements.define(
  'bare-wishlist',
  class extends BareElement {
    load() {
      return browse('/v3/profiles/{profile}/lists/wishlist/items');
    }

    show({ data }) {
      const money = ({ price, currency }) =>
        new Intl.NumberFormat('en', { style: 'currency', currency }).format(price);
      return html`<ul>
        ${data
          .slice(0, 6)
          .map(
            ({ product }) =>
              html`<li>
                <a href=${product.url}>${product.name}</a> ${money(product)}
                <button type="button">Add to cart</button><button type="button" aria-label="Remove">×</button>
              </li>`,
          )}
      </ul>`;
    }
  },
);
