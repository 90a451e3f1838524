import { balances, type Loyalty } from '../../services/index.ts';
import type { watchNumber } from '../internal/count-down.ts';
import { shownElements } from '../internal/shown-elements.ts';

/** An element with the balance, which counts its own number down. */
interface CountingElement {
  loadCount(): Promise<void>;
  watchNumber(from: number): ReturnType<typeof watchNumber>;
}

const countingElements = (): readonly CountingElement[] =>
  [...shownElements].flatMap((host) => ('watchNumber' in host ? [host as unknown as CountingElement] : []));

/** Loads what the elements count with. Without it, they show the new number at once. */
export const loadCounts = (): unknown =>
  Promise.all(countingElements().map((host) => host.loadCount())).catch(() => {});

/**
 * Finds the elements that show the balance before points are spent. The returned function counts their numbers down to the balance after
 * that, if it is known, and returns a function that ends this: the numbers of a customer must not stay in the page for the next one.
 */
export function watchBalance(loyalty: Loyalty): () => () => void {
  const available = () => loyalty.resource(balances).state.value?.available ?? 0;
  const from = available();
  const watched = countingElements().flatMap((host) => host.watchNumber(from) ?? []);
  return () => {
    const to = available();
    const ends =
      to < from && matchMedia('(prefers-reduced-motion: no-preference)').matches
        ? watched.map((countDown) => countDown(to))
        : [];
    return () => ends.forEach((end) => end());
  };
}
