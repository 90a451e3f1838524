import type { ProductDetails } from '../../contract/lists.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import { hasStoredEdits, isOnDevice } from '../lists/device.ts';
import {
  choiceKey,
  isSameChoice,
  loadItems,
  storeProductIds,
  type ItemNote,
  type ProductChoice,
  type ProductDisplay,
  type WishlistItem,
} from '../lists/list-items.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';

/** A product as a page describes it. */
export type SavedProduct = {
  readonly [Field in keyof ProductDetails]?: ProductDetails[Field] | undefined;
} & {
  /** Options of the variant as text. */
  readonly variant_name?: string | undefined;
};
export { choiceKey, isSameChoice };
export type { ItemNote, ProductChoice, ProductDisplay, WishlistItem };

export const openOutbox = async (loyalty: Loyalty) =>
  (await import('../lists/outbox.ts')).openOutbox(loyalty, (list) => loyalty.resource(savedProducts(list)));

/** After the list is shown: loading the outbox must not delay it. */
const OUTBOX_DELAY_MS = 2_000;

/** Loads the outbox for an edit that is made without a connection. Chromium never loads a file again that failed once. */
export function preloadOutbox(loyalty: Loyalty): void {
  setTimeout(() => {
    if (loyalty.environment.browser?.navigator?.onLine) void openOutbox(loyalty).catch(() => {});
  }, OUTBOX_DELAY_MS);
}

/** The items of the list with this handle, newest first: of the profile with the edits that are not sent yet, or of this device. */
export const savedProducts = (list: string): ResourceDefinition<readonly WishlistItem[]> => ({
  key: `list ${list}`,
  async load(loyalty) {
    const stored = hasStoredEdits(loyalty.environment.browser);
    const items = isOnDevice(loyalty) ? [] : await loadItems(loyalty, list);
    // A content blocker may stop the file: then the list is shown without the edits.
    const outbox = (await stored) && (await openOutbox(loyalty).catch(() => undefined));
    if (!outbox) preloadOutbox(loyalty);
    return storeProductIds(loyalty, list, outbox ? await outbox.withStoredEdits(list, items) : items);
  },
});

/** The items of the wishlist. Without the annotation this module would be part of `loyalty.js`. */
export const wishlist = /* @__PURE__ */ savedProducts(WISHLIST);

/** Whether a product in this variant is on the wishlist; `undefined` before it has loaded, unless an earlier page stored its product ids. */
export function isOnWishlist(loyalty: Loyalty | undefined, choice: ProductChoice): boolean | undefined {
  if (!loyalty) return undefined;
  const { state } = loyalty.resource(wishlist);
  if (state.value) return state.value.some((item) => isSameChoice(item, choice));
  // A guest has saved nothing. After another failure it is not known.
  return state.error?.code === 'unauthenticated'
    ? false
    : storedProductIds(loyalty)?.includes(choiceKey(choice));
}

/**
 * Adds a product, or one of its variants, to a list of the profile. Creates the wishlist where the profile has none; any other list must
 * exist. Adding a product again changes nothing. Where the service cannot be reached now, the edit is stored on the device and sent later.
 * For a guest it stays on the device until a sign-in.
 * @param list handle of the list
 * @param product describes a product that the service may not know, and that this device shows
 * @param onStored called when the edit is stored on the device, before it is sent
 * @throws LoyaltyError `unauthenticated` for a guest whose device cannot store it
 */
export async function addToList(
  loyalty: Loyalty,
  list: string,
  { productId, variantId, note, priority }: ProductChoice & ItemNote,
  product?: SavedProduct,
  onStored?: () => void,
): Promise<void> {
  const outbox = await openOutbox(loyalty);
  await outbox.edit({ list, productId, variantId, save: true, product, note, priority }, onStored);
}

/**
 * Removes a product from a list of the profile, or from this device, as `addToList` adds it. Succeeds where it was removed before.
 * @param list handle of the list
 * @param onStored called when the edit is stored on the device, before it is sent
 * @throws LoyaltyError
 */
export async function removeFromList(
  loyalty: Loyalty,
  list: string,
  { productId, variantId }: ProductChoice,
  onStored?: () => void,
): Promise<void> {
  await (await openOutbox(loyalty)).edit({ list, productId, variantId, save: false }, onStored);
}

function storedProductIds(loyalty: Loyalty): string[] | undefined {
  const hearts = loyalty.cache.read()?.hearts;
  return hearts === undefined ? undefined : readEach(hearts, text);
}
