import type { LitElement } from 'lit';

export { watchBalance } from './balance-count.ts';

// The movement of rows and of the balance after a claim. Loaded when the question of the claim opens.

/** Long enough to follow a card across the page. */
const DURATION_MS = 320;

/** Remembers where the rows of the element are. The returned function moves each one from there to its new place, in an animation. */
export function watchRows(host: LitElement): () => void {
  const before = placesOf(host);
  return () => {
    if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return;
    for (const [key, { row, x, y }] of placesOf(host)) {
      const from = before.get(key);
      if (!from || (from.x === x && from.y === y)) continue;
      row.animate(
        { translate: [`${from.x - x}px ${from.y - y}px`, '0 0'] },
        { duration: DURATION_MS, easing: 'cubic-bezier(0.3, 0, 0.1, 1)' },
      );
    }
  };
}

/** The rows with their places in the element: the page may scroll. */
function placesOf(host: LitElement) {
  const origin = host.getBoundingClientRect();
  const rows = [...host.renderRoot.querySelectorAll<HTMLElement>('[data-row]')];
  return new Map(
    rows.map((row) => {
      const { left, top } = row.getBoundingClientRect();
      return [row.dataset['row'], { row, x: left - origin.left, y: top - origin.top }];
    }),
  );
}
