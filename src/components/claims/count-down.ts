import { css } from 'lit';
import { addStyles } from '../internal/add-styles.ts';
import { formatNumber, languageOf } from '../internal/format.ts';

const DURATION_MS = 500;

// The element contains the new number from the beginning, for screen readers and scripts; the counted one is painted over it. The box
// stays as wide as the old number, so that nothing beside it moves while it counts.
const styles = css`
  [data-count] {
    display: inline-block;
    position: relative;
    -webkit-text-fill-color: transparent;
  }
  [data-count]::before {
    display: block;
    block-size: 0;
    visibility: hidden;
    content: attr(data-from) / '';
  }
  [data-count]::after {
    position: absolute;
    inset: 0;
    content: attr(data-count) / '';
    -webkit-text-fill-color: currentColor;
  }
`;

/**
 * What counts the balance of the element down to another one, and returns a function that ends this. `undefined` unless the element shows
 * this number: it may be shortened, or that of another customer.
 */
export function watchNumber(host: Element, from: number): ((to: number) => () => void) | undefined {
  return shows(host, from) ? (to) => countDown(host, from, to) : undefined;
}

const valueOf = (host: Element) => host.shadowRoot?.querySelector<HTMLElement>('[part=value]');

const shows = (host: Element, points: number): boolean =>
  valueOf(host)?.textContent === formatNumber(points, languageOf(host));

function countDown(host: Element, from: number, to: number): () => void {
  addStyles(host, styles);
  let start = 0;
  let isEnded = false;
  const removeCount = (): void => {
    const value = valueOf(host);
    value?.removeAttribute('data-count');
    value?.removeAttribute('data-from');
  };
  // The element has shown the new number before the first frame.
  const step = (now: number): void => {
    start ||= now;
    const remaining = 1 - (now - start) / DURATION_MS;
    const value = valueOf(host);
    removeCount();
    if (isEnded || !value || remaining <= 0 || !shows(host, to)) return;
    value.dataset['from'] = formatNumber(from, languageOf(host));
    value.dataset['count'] = formatNumber(Math.round(to + (from - to) * remaining ** 3), languageOf(host));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return () => {
    isEnded = true;
    removeCount();
  };
}
