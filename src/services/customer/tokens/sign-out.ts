import { valueOrUndefined, type Browser } from '../environment.ts';
import { clearSharedTokens } from './shared-token-store.ts';

/** The signed-out flag: the line that `cache.ts` stores in place of the customer's record. */
const SIGNED_OUT = '{}';
/** Prefix for the name of a sign-in that began before a sign-out was complete. */
export const AFTER_SIGN_OUT = '+';
/** Upper limit for the delivery of a storage change to another tab; measured: a few milliseconds. */
const DELIVERY_MS = 100;

export const isSignedOut = (line: string | null | undefined): boolean => line === SIGNED_OUT;
/** Storage key with the name of the newest unfinished sign-in, for all tabs. */
export const pendingSlotOf = (slot: string): string => `${slot} pending`;

/**
 * Completes a sign-out: removes everything that is stored for customers, and the signed-out flag last. Where it is interrupted, the flag
 * remains, and the next page of a guest completes it.
 *
 * @param readRestored returns the record of the signed-out customer if another tab, which did not have the flag yet, has overwritten it
 */
export async function completeSignOut(
  slot: string,
  browser: Browser | undefined,
  readRestored: () => unknown,
): Promise<void> {
  valueOrUndefined(() => browser!.sessionStorage.removeItem(slot));
  valueOrUndefined(() => {
    // Cancels a sign-in that began before the sign-out, in every tab.
    const { localStorage } = browser!;
    const pending = pendingSlotOf(slot);
    if (!localStorage.getItem(pending)?.startsWith(AFTER_SIGN_OUT)) localStorage.removeItem(pending);
  });
  const indexedDB = valueOrUndefined(() => browser!.indexedDB);
  if (indexedDB) await clearSharedTokens(indexedDB);
  const removeLine = (): void => {
    const { localStorage } = browser!;
    // A customer may have signed in meanwhile: then the line is that customer's record.
    if (isSignedOut(localStorage.getItem(slot)) || readRestored()) localStorage.removeItem(slot);
  };
  removeLine();
  setTimeout(valueOrUndefined, DELIVERY_MS, removeLine);
}
