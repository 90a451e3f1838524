import { attempt, type Browser } from '../browser.ts';
import { clearSharedTier } from './shared-tier.ts';

/** What `cache.ts` leaves in the slot of a customer who has gone. */
const MARK = '{}';
/** How the name of a sign-in begins that was started while a sign-out was still being finished. */
export const AFTER_SIGN_OUT = '+';

export const isSignedOut = (line: string | null | undefined): boolean => line === MARK;
/** Where the newest sign-in under way is named, for all tabs. */
export const pendingSlotOf = (slot: string): string => `${slot} pending`;

/**
 * Takes away all that is kept of customers, then the mark that says so. Where it cannot finish, the mark stays, and the next
 * page of a guest goes on.
 */
export async function forgetAll(slot: string, browser: Browser | undefined): Promise<void> {
  attempt(() => browser!.sessionStorage.removeItem(slot));
  attempt(() => {
    // A sign-in that began before the sign-out is outdated by it, in every tab.
    const { localStorage } = browser!;
    const pending = pendingSlotOf(slot);
    if (!localStorage.getItem(pending)?.startsWith(AFTER_SIGN_OUT)) localStorage.removeItem(pending);
  });
  const indexedDB = attempt(() => browser!.indexedDB);
  if (indexedDB) await clearSharedTier(indexedDB);
  const { localStorage } = browser!;
  // Somebody may have signed in meanwhile.
  if (isSignedOut(localStorage.getItem(slot))) localStorage.removeItem(slot);
}
