import { valueOrUndefined } from '../../services/index.ts';

/** Name of our mark in the state of a history entry. */
const MARK = 'loyaltyCard';

const markOf = (): unknown => valueOrUndefined(() => Object(history.state)[MARK]);

/**
 * Lets the back button, or its gesture, close what fills the screen instead of leaving the page: an entry of the history for the same
 * address, with the state that the page's own entry has, so that a router finds it again.
 * @returns ends it, and removes the entry where it was not left by the back button
 */
export function closeOnBack(close: () => void): () => void {
  const mark = `${Date.now()} ${Math.random()}`;
  // A sandboxed page has no history.
  valueOrUndefined(() => history.pushState({ ...Object(history.state), [MARK]: mark }, ''));
  const onMove = (): void => {
    if (markOf() !== mark) close();
  };
  addEventListener('popstate', onMove);
  return () => {
    removeEventListener('popstate', onMove);
    if (markOf() === mark) history.back();
  };
}
