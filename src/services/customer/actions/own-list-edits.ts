import { removeListItem } from '../../contract/endpoints/lists.ts';
import { isOnDevice } from '../lists/device.ts';
import type { Loyalty } from '../loyalty.ts';
import type { ListProduct } from '../resources/list-records.ts';
import { openOutbox, type SavedProduct } from '../resources/wishlist.ts';

/**
 * Removes an item from a list of the customer. Succeeds where it was removed before. Where the service cannot be reached now, the edit is
 * stored on the device and sent later.
 * @param list handle of the list
 * @throws LoyaltyError `conflict` for an item with reservations, unless `isConfirmed`
 */
export async function removeItem(
  loyalty: Loyalty,
  list: string,
  { id, productId, variantId }: ListProduct,
  isConfirmed: boolean,
): Promise<void> {
  if (!isOnDevice(loyalty))
    return (await openOutbox(loyalty)).edit({ list, productId, variantId, save: false, isConfirmed });
  // Where the page keeps wishlists on the device, edits are not sent.
  const query = isConfirmed ? { confirm: 'true' } : undefined;
  const profile = await loyalty.profileId();
  await loyalty.call(removeListItem, { profile, list, item: id, query });
}

/**
 * Adds a removed item to its list again, with its note, its priority and the number of pieces that are wanted.
 * @param list handle of the list
 * @throws LoyaltyError
 */
export async function putBackItem(
  loyalty: Loyalty,
  list: string,
  { productId, variantId, wanted, note, priority }: ListProduct,
  product: SavedProduct,
): Promise<void> {
  const outbox = await openOutbox(loyalty);
  await outbox.edit({ list, productId, variantId, save: true, product, quantity: wanted, note, priority });
}
