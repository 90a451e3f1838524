import type { Id } from '../../transport/read.ts';
import type { Loyalty } from '../loyalty.ts';
import type { Priority } from '../lists/list-items.ts';
import { editItem } from './change-registry.ts';
import { openOutbox, type ItemNote, type ProductDisplay, type SavedProduct } from '../resources/wishlist.ts';

/**
 * Changes note and priority of a product on a list. Where the service cannot be reached now, they are stored on the device and sent later;
 * those of a guest stay there until a sign-in.
 * @param list handle of the list
 * @throws LoyaltyError
 */
export async function saveNote(
  loyalty: Loyalty,
  list: string,
  item: ProductDisplay,
  { note, priority }: ItemNote,
): Promise<void> {
  const { productId, variantId } = item;
  const outbox = await openOutbox(loyalty);
  // With the product: a guest's edit replaces the one that has saved it.
  const product = detailsOf(item);
  await outbox.edit({ list, productId, variantId, save: true, isNote: true, product, note, priority });
}

/**
 * Changes note and priority of an item of an own list.
 * @param list id or handle
 * @throws LoyaltyError `not_found` for an item that is gone
 */
export async function setNote(
  loyalty: Loyalty,
  list: string,
  item: Id,
  { note = null, priority = null }: { readonly [Field in keyof ItemNote]: ItemNote[Field] | null },
): Promise<void> {
  await editItem(loyalty, list, item, { note, priority: priority as Priority | null }, (other) => ({
    ...other,
    note: note ?? undefined,
    priority: priority ?? undefined,
  }));
}

/** What the service, which may not know the product, and this device show of it. */
export const detailsOf = ({
  name,
  url,
  imageUrl,
  price,
  currency,
  variantName,
}: ProductDisplay): SavedProduct => ({
  name,
  url,
  image_url: imageUrl,
  price,
  currency,
  variant_name: variantName,
});
