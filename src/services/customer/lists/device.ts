import type { Browser } from '../environment.ts';
import type { Loyalty } from '../loyalty.ts';

/** Database of the edits that this device stores. */
export const EDITS_DATABASE = 'loyalty-elements lists';
/** Longest wait for the names of the databases. */
const DEADLINE_MS = 300;

/** Whether lists are on this device alone: those of a guest, or all where the page says so. Nothing is requested for them. */
export function isOnDevice(loyalty: Loyalty): boolean {
  const mode = loyalty.config?.wishlist;
  // A page whose customer has signed out in another tab has no browser, and asks its guest to sign in.
  return mode === 'device' || (mode !== 'customers' && isGuest(loyalty) && !!loyalty.environment.browser);
}

export const isGuest = ({ config, cache }: Loyalty): boolean =>
  config?.customer.kind === 'guest' || (config?.customer.kind === 'proxy' && !cache.owner);

/** Whether this browser has ever stored an edit. Only then a page needs `outbox.ts` to show its list. */
export async function hasStoredEdits(browser: Browser | undefined): Promise<boolean> {
  try {
    const names = await Promise.race([
      browser!.indexedDB!.databases?.(),
      new Promise<undefined>((resolve) => setTimeout(resolve, DEADLINE_MS)),
    ]);
    return !names || names.some(({ name }) => name === EDITS_DATABASE);
  } catch {
    return false; // a sandboxed frame
  }
}
