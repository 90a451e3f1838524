import { html } from 'lit';

/** Heart icon. The styles of the element fill or outline it. */
export const heart = html`<svg part="icon" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M12 20.5S3.5 15.2 3.5 8.9A4.6 4.6 0 0 1 12 6.6a4.6 4.6 0 0 1 8.5 2.3c0 6.3-8.5 11.6-8.5 11.6z" />
</svg>`;
