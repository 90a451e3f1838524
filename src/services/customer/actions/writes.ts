import { toLoyaltyError } from '../../transport/errors.ts';
import type { Loyalty } from '../loyalty.ts';
import { notSent } from './outlook.ts';
import type { Write } from './send-write.ts';

// What sends a write is loaded with the first one, or while the shopper is asked.

/**
 * Loads what sends writes.
 * @throws LoyaltyError where its file does not come: nothing is sent then
 */
export const loadWrites = () => import('./send-write.ts').catch(notSent);

/**
 * Sends a write: see `sendWrite()`.
 * @throws LoyaltyError with its `outlookOf`
 */
export async function write<T, Before = undefined>(loyalty: Loyalty, wanted: Write<T, Before>): Promise<T> {
  return (await loadWrites()).sendWrite(loyalty, wanted);
}

/**
 * Removes something. Succeeds where it is gone already.
 * @param isRemoved whether the service shows that it is gone, by a read
 * @throws LoyaltyError with its `outlookOf`
 */
export async function removed(
  loyalty: Loyalty,
  operation: string,
  send: () => Promise<unknown>,
  isRemoved: () => Promise<boolean>,
): Promise<void> {
  await write<true>(loyalty, {
    operation,
    send: () =>
      send().catch((thrown: unknown) => {
        if (toLoyaltyError(thrown).code !== 'not_found') throw thrown;
      }),
    read: () => true,
    find: async () => (await isRemoved()) || undefined,
    own: () => true,
  });
}
