import { html } from 'lit';
import { BareElement, read } from './service.js';

customElements.define(
  'bare-history',
  class extends BareElement {
    async load() {
      const path = '/v3/profiles/{profile}/ledgers?filter%5Btype%5D=points&sort=-occurred_at';
      const first = await read(`${path}&page%5Bsize%5D=25&page%5Bnumber%5D=1`);
      read(`${path}&page%5Bsize%5D=100&page%5Bnumber%5D=1`); // of the chart
      return first;
    }

    show({ data }) {
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
      return html`<ul>
        ${data
          .slice(0, 6)
          .map(
            ({ description, value, occurred_at: at }) =>
              html`<li>${day.format(new Date(at))} ${description} <b>${value}</b></li>`,
          )}
      </ul>`;
    }
  },
);
