import { attempt, type Browser } from '../browser.ts';
import { clearSharedTier } from './shared-tier.ts';

/** What `cache.ts` leaves in the slot of a customer who has gone. */
const MARK = '{}';

/**
 * Takes away all that is kept of customers, then the mark that says so. Where it cannot finish, the mark stays, and the next
 * page of a guest goes on.
 */
export async function forgetAll(slot: string, browser: Browser | undefined): Promise<void> {
  attempt(() => browser!.sessionStorage.removeItem(slot));
  const indexedDB = attempt(() => browser!.indexedDB);
  if (indexedDB) await clearSharedTier(indexedDB);
  const { localStorage } = browser!;
  // Somebody may have signed in meanwhile.
  if (localStorage.getItem(slot) === MARK) localStorage.removeItem(slot);
}
