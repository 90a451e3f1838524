import { html } from 'lit';
import './balance.js';
import './tier.js';
import './rewards.js';
import './earn.js';
import './wishlist.js';
import { BareElement, format, read } from './service.js';

customElements.define(
  'bare-panel',
  class extends BareElement {
    static properties = { ...BareElement.properties, open: { state: true } };

    load() {
      return read('/v3/profiles/{profile}/balances');
    }

    async press() {
      this.open = true;
      await this.updateComplete;
      this.renderRoot.querySelector('dialog').showModal();
    }

    show({ data }) {
      return html`<button part="launcher" type="button" @click=${this.press}>
          ${format(data.points.available)} points
        </button>
        <dialog>
          ${
            this.open
              ? html`<bare-balance></bare-balance><bare-tier></bare-tier><bare-rewards></bare-rewards
                  ><bare-wishlist></bare-wishlist>`
              : ''
          }
        </dialog>`;
    }
  },
);
