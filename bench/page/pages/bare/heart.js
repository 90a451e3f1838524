import { html } from 'lit';
import { BareElement, browse, send } from './service.js';

customElements.define(
  'bare-heart',
  class extends BareElement {
    async load() {
      const { data } = await browse('/v3/profiles/{profile}/lists/wishlist/items');
      return data.some(({ product_id: id }) => id === this.getAttribute('product-id'));
    }

    press() {
      this.content = !this.content;
      send('/v3/profiles/{profile}/lists/wishlist/items', {
        method: this.content ? 'POST' : 'DELETE',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ product_id: this.getAttribute('product-id') }),
      });
    }

    show(saved) {
      return html`<button
        part="heart-button"
        type="button"
        aria-label="Save to your wishlist"
        aria-pressed=${saved}
        @click=${this.press}
      >
        <svg viewBox="0 0 24 24" width="24" fill=${saved ? 'red' : 'none'} stroke="currentColor">
          <path d="M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6Z"></path>
        </svg>
      </button>`;
    }
  },
);
