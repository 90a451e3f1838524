import { html } from 'lit';
import { BareElement, format, read } from './service.js';

customElements.define(
  'bare-tier',
  class extends BareElement {
    load() {
      return read('/v3/profiles/{profile}/tier');
    }

    show({ data: { points, issued_at, definition, next } }) {
      const since = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(
        new Date(issued_at),
      );
      return html`<b>${definition.name}</b> since ${since}
        <progress value=${points} max=${next.points_required}></progress>
        ${format(next.points_required - points)} points to ${next.name} ${format(points)} /
        ${format(next.points_required)}`;
    }
  },
);
