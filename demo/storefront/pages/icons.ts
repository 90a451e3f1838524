import { html, raw } from 'hono/html';

/** Line icons of the header; the words beside them say what they mean. */
const icon = (shapes: string) =>
  html`<svg
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${raw(shapes)}
  </svg>`;

export const heartIcon = icon(
  '<path d="M12 20.5S3.5 15 3.5 8.9A4.6 4.6 0 0 1 12 6.6a4.6 4.6 0 0 1 8.5 2.3C20.5 15 12 20.5 12 20.5z"/>',
);
export const bagIcon = icon('<path d="M5 8h14l1 12.5H4z"/><path d="M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5"/>');
export const personIcon = icon(
  '<circle cx="12" cy="8" r="3.8"/><path d="M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6"/>',
);
