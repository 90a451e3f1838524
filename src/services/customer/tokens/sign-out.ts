import type { Browser } from '../environment.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';
import { clearSharedTokens } from './shared-token-store.ts';

/**
 * What remains instead of the customer's record: with it, a tab that did not get the message of the browser can tell a sign-out from
 * storage that a script of the shop has cleared. It is falsy, so that a guest's page does not take it for a record.
 */
const COMPLETED = '';
/** Upper limit for the delivery of a storage change to another tab; measured: a few milliseconds. */
const DELIVERY_MS = 100;

/**
 * Completes a sign-out: removes the token that tabs share, and the signed-out flag last. Where it is interrupted, the flag remains, and the
 * next page of a guest completes it. A customer may have signed in since the sign-out: such a record stays, and without the shared token
 * its next tab fetches one.
 *
 * @param isUnfinished whether the stored line is the flag, or of the customer who signed out
 */
export async function completeSignOut(
  slot: string,
  browser: Browser | undefined,
  isUnfinished: () => unknown,
): Promise<void> {
  // Customers whose providers stand beside that of the first one: their owners begin with the address of the shop.
  valueOrUndefined(() => {
    for (const storage of [browser!.localStorage, browser!.sessionStorage])
      for (const key of Object.keys(storage).filter((name) => name.startsWith(`${slot} http`))) {
        storage.setItem(key, COMPLETED);
        setTimeout(() => storage.removeItem(key), DELIVERY_MS);
      }
  });
  const indexedDB = valueOrUndefined(() => browser!.indexedDB);
  if (indexedDB) await clearSharedTokens(indexedDB);
  const replaceLine = (): void => {
    if (isUnfinished()) browser!.localStorage.setItem(slot, COMPLETED);
  };
  replaceLine();
  setTimeout(valueOrUndefined, DELIVERY_MS, replaceLine);
}
