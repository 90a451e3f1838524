import type { ProductDetails } from '../../contract/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import { hasStoredEdits, isOnDevice } from '../lists/device.ts';
import { loadPages, MAX_PAGES } from '../lists/first-page.ts';
import {
  choiceKey,
  isSameChoice,
  type ItemNote,
  type ProductChoice,
  type ProductDisplay,
  type WishlistItem,
} from '../lists/list-items.ts';
import { isWhole, loadedPages, storeProductIds, type LoadedPages } from '../lists/loaded-pages.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import type { Outbox } from '../lists/outbox.ts';

/** A product as a page describes it. */
export type SavedProduct = {
  readonly [Field in keyof ProductDetails]?: ProductDetails[Field] | undefined;
} & {
  /** Options of the variant as text. */
  readonly variant_name?: string | undefined;
};
export { choiceKey, isSameChoice, isWhole };
export type { ItemNote, ProductChoice, ProductDisplay, WishlistItem };

/** @throws LoyaltyError `not_loaded` where its file does not come */
export async function openOutbox(loyalty: Loyalty): Promise<Outbox> {
  const file = await import('../lists/outbox.ts').catch((cause: unknown) => {
    throw new LoyaltyError('not_loaded', undefined, { cause });
  });
  return file.openOutbox(loyalty, (list) => loyalty.resource(savedProducts(list)));
}

/** After the list is shown: loading the outbox must not delay it. */
const OUTBOX_DELAY_MS = 2_000;

/** Loads the outbox for an edit that is made without a connection. Chromium never loads a file again that failed once. */
export function preloadOutbox(loyalty: Loyalty): void {
  setTimeout(() => {
    if (loyalty.environment.browser?.navigator?.onLine) void openOutbox(loyalty).catch(() => {});
  }, OUTBOX_DELAY_MS);
}

/**
 * The first pages of a list of the profile with the edits that are not sent yet, or all of the list on this device. By default as many as are
 * shown to shoppers who ask for no more.
 */
export async function loadSaved(loyalty: Loyalty, list: string, count = MAX_PAGES): Promise<LoadedPages> {
  const stored = hasStoredEdits(loyalty.environment.browser);
  const pages = isOnDevice(loyalty) ? { count, items: [] } : await loadPages(loyalty, list, count);
  // A content blocker may stop the file: then the list is shown without the edits.
  const outbox = (await stored) && (await openOutbox(loyalty).catch(() => undefined));
  if (!outbox) preloadOutbox(loyalty);
  const { items } = pages;
  return { ...pages, items: outbox ? await outbox.withStoredEdits(list, items) : items };
}

/**
 * The items of the list with this handle, newest first: of the profile with the edits that are not sent yet, or of this device. Of a long list
 * only those of its first page, until `loadRest` has loaded the others: `isWhole` says whether they are all.
 */
export const savedProducts = (list: string): ResourceDefinition<readonly WishlistItem[]> => ({
  key: `list ${list}`,
  async load(loyalty) {
    const items = loyalty.resource(savedProducts(list));
    const { state } = items;
    const pages = loyalty.resource(loadedPages(list));
    const loaded = await loadSaved(loyalty, list, pages.state.value?.count ?? 1);
    // Of a load that is dropped, because of a newer one or an edit, the pages are not those of the items.
    if (items.state === state) pages.set(loaded);
    return storeProductIds(loyalty, list, loaded.items);
  },
});

/**
 * Loads the pages of a list that are not loaded yet.
 * @param isEnough whether those that are loaded are enough; by default all are loaded
 * @throws LoyaltyError
 */
export async function loadRest(loyalty: Loyalty, list: string, isEnough?: () => boolean): Promise<void> {
  if (isWhole(loyalty, list)) return;
  const pages = await import('../lists/list-pages.ts');
  await pages.loadMissing(loyalty, list, loyalty.resource(savedProducts(list)), openOutbox, isEnough);
}

/** The items of the wishlist. Without the annotation this module would be part of `loyalty.js`. */
export const wishlist = /* @__PURE__ */ savedProducts(WISHLIST);

/**
 * Whether a product in this variant is on the wishlist; `undefined` where it is not known: before the list has loaded, unless an earlier page
 * stored its product ids, and while some of its pages are not loaded.
 */
export function isOnWishlist(loyalty: Loyalty | undefined, choice: ProductChoice): boolean | undefined {
  if (!loyalty) return undefined;
  const { value, error } = loyalty.resource(wishlist).state;
  // A guest has saved nothing. After another failure it is not known.
  if (!value && error?.code === 'unauthenticated') return false;
  const { hearts, saved } = loyalty.cache.read() ?? {};
  const keys = value?.map(choiceKey) ?? readEach(hearts, text);
  const isAll = value ? isWhole(loyalty, WISHLIST) : keys.length === saved;
  return keys.includes(choiceKey(choice)) || (isAll ? false : undefined);
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
