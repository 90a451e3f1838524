import { html } from 'lit';
import { BareElement, format, read } from './service.js';

customElements.define(
  'bare-balance',
  class extends BareElement {
    load() {
      return read('/v3/profiles/{profile}/balances');
    }

    show({ data }) {
      return html`<b>${format(data.points.available)}</b> points`;
    }
  },
);
