import { balances, type Loyalty } from '../../services/index.ts';
import { watchNumber } from './count-down.ts';
import { shownElements } from '../internal/shown-elements.ts';

/** An element with the balance, which counts its own number down. */
interface CountingElement {
  watchNumber(from: number, watch: typeof watchNumber): ReturnType<typeof watchNumber>;
}

const countingElements = (): readonly CountingElement[] =>
  [...shownElements].flatMap((host) => ('watchNumber' in host ? [host as unknown as CountingElement] : []));

/**
 * Finds the elements that show the balance before points are spent. The returned function counts their numbers down to the balance after
 * that, if it is known, and returns a function that ends this: the numbers of a customer must not stay in the page for the next one.
 */
export function watchBalance(loyalty: Loyalty): () => () => void {
  const available = () => loyalty.resource(balances).state.value?.available ?? 0;
  const from = available();
  const watched = countingElements().flatMap((host) => host.watchNumber(from, watchNumber) ?? []);
  return () => {
    const to = available();
    const ends =
      to < from && matchMedia('(prefers-reduced-motion: no-preference)').matches
        ? watched.map((countDown) => countDown(to))
        : [];
    return () => ends.forEach((end) => end());
  };
}
