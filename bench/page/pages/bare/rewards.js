import { html } from 'lit';
import { BareElement, browse, format, read } from './service.js';

customElements.define(
  'bare-rewards',
  class extends BareElement {
    load() {
      return Promise.all([
        browse('/v3/profiles/{profile}/rewards'),
        browse('/v3/rewards/definitions'),
        read('/v3/profiles/{profile}/balances'),
      ]);
    }

    show([own, definitions, balance]) {
      return html`<ul>
        ${own.data.slice(0, 3).map(({ definition, code }) => html`<li>${definition.name} <code>${code}</code></li>`)}
        ${definitions.data.slice(0, 3).map(
          ({ name, points_cost: cost }) =>
            html`<li>
              ${name} ${format(cost)} points
              <button type="button" ?disabled=${cost > balance.data.points.available}>Claim</button>
            </li>`,
        )}
      </ul>`;
    }
  },
);
