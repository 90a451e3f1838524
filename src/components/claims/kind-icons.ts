import { html, type TemplateResult } from 'lit';

const PATHS: ReadonlyMap<string, string> = new Map([
  [
    'delivery',
    'M3 6h11v10H3zM14 9.5h4l3 3.5v3h-7M7 19a1.7 1.7 0 1 0 0-3.4A1.7 1.7 0 0 0 7 19zm10 0a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  ],
  [
    'repair',
    'M20.5 7.2a5 5 0 0 1-6.7 5L7 19a2 2 0 0 1-2.9-2.9l6.9-6.8a5 5 0 0 1 5-6.7L13.4 5.2l.9 3.5 3.5.9z',
  ],
  ['event', 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8m7-4.5V8'],
  [
    'discount',
    'M6 18L18 6M8 9.7a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8zm8 8.4a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8z',
  ],
  ['birthday', 'M4 20v-7h16v7zM4 16.5c2 0 2-1.2 4-1.2s2 1.2 4 1.2 2-1.2 4-1.2 2 1.2 4 1.2M12 13V8.5m0-3V5'],
  ['early', 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2'],
  ['product', 'M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5'],
  ['giftcard', 'M3 6h18v12.5H3zM3 10h18M6.5 14.5h4'],
  ['travel', 'M4.5 8h15v12h-15zM9 8V4.5h6V8M9 8v12m6-12v12'],
]);

/** The icon of a kind of rewards or benefits; a parcel for a kind that has none. */
export const renderKind = (kind: string): TemplateResult =>
  html`<svg viewBox="0 0 24 24">
    <path d=${PATHS.get(kind) ?? 'M4 8l8-4 8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5'} />
  </svg>`;
