import { css } from 'lit';
import { balances, type Loyalty } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { shownElements } from '../internal/shown-elements.ts';

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
 * Finds the elements that show the balance before points are spent. The returned function counts their numbers down to the balance after
 * that, if it is known, and returns a function that ends this: the numbers of a customer must not stay in the page for the next one.
 */
export function watchBalance(loyalty: Loyalty): () => () => void {
  const available = () => loyalty.resource(balances).state.value?.available ?? 0;
  const from = available();
  const hosts = [...shownElements].filter((host) => host.matches('loyalty-balance, loyalty-status'));
  const showing = hosts.filter((host) => shows(host, from));
  return () => {
    const to = available();
    const counts =
      to < from && matchMedia('(prefers-reduced-motion: no-preference)').matches
        ? showing.map((host) => countDown(host, from, to))
        : [];
    return () => counts.forEach((end) => end());
  };
}

const valueOf = (host: Element) => host.shadowRoot?.querySelector<HTMLElement>('[part=value]');

/** Not a shortened number, and not that of another customer. */
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
