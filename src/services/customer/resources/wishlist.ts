import { addList, addListItem, listItems, removeListItem } from '../../contract/endpoints/lists.ts';
import type { ProductDetails } from '../../contract/lists.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { allPages } from '../../transport/paging.ts';
import { integer, record, text } from '../../transport/read.ts';
import { readEach, webAddress } from '../../transport/read-records.ts';

export interface WishlistItem {
  readonly id: number;
  /** The shop's id of the product. */
  readonly productId: string;
  /** `undefined` when the shop no longer has the product. */
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly imageUrl: string | undefined;
  /** Decimal text, such as `89.00`, in `currency` (ISO 4217). */
  readonly price: string | undefined;
  readonly currency: string | undefined;
}

export type { ProductDetails };

/** GET items of the profile's wishlist, newest first; empty where the profile has no wishlist yet. */
export const wishlist: ResourceDefinition<readonly WishlistItem[]> = {
  key: 'wishlist',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    try {
      const items = await allPages((query) => loyalty.call(listItems, { profile, list: WISHLIST, query }));
      return storeProductIds(loyalty, readEach(items, readItem));
    } catch (error) {
      if (toLoyaltyError(error).code === 'not_found') return [];
      throw error;
    }
  },
};

/** Whether a product is on the wishlist; `undefined` before it has loaded, unless an earlier page stored its product ids. */
export function isOnWishlist(loyalty: Loyalty | undefined, productId: string): boolean | undefined {
  if (!loyalty) return undefined;
  const { state } = loyalty.resource(wishlist);
  if (state.value) return state.value.some((item) => item.productId === productId);
  return state.status === 'error' ? false : storedProductIds(loyalty)?.includes(productId);
}

/**
 * Adds a product to the wishlist, and creates the list where the profile has none. Adding a product again changes nothing. `product`
 * describes a product that the service may not know.
 * @throws LoyaltyError
 */
export async function addToWishlist(
  loyalty: Loyalty,
  productId: string,
  product?: ProductDetails,
): Promise<void> {
  const profile = await loyalty.profileId();
  const add = () =>
    loyalty.call(addListItem, { profile, list: WISHLIST, body: { product_id: productId, product } });
  const reply = await add().catch(async (error) => {
    if (toLoyaltyError(error).code !== 'not_found') throw error;
    const body = { type: WISHLIST, handle: WISHLIST, name: 'Wishlist' };
    await loyalty.call(addList, { profile, body }).catch((refused) => {
      if (toLoyaltyError(refused).code !== 'conflict') throw refused; // another tab created it at the same time
    });
    return add();
  });
  const item = readItem(record(reply).data);
  if (!item) throw new LoyaltyError('bad_response', 'The wishlist item came without an id.');
  change(loyalty, (items) => [item, ...items.filter((other) => other.productId !== productId)]);
}

/**
 * Removes a product from the wishlist. Succeeds where it was removed before.
 * @throws LoyaltyError
 */
export async function removeFromWishlist(loyalty: Loyalty, productId: string): Promise<void> {
  const item = (await loadedItems(loyalty)).find((other) => other.productId === productId);
  if (!item) return;
  const profile = await loyalty.profileId();
  await loyalty.call(removeListItem, { profile, list: WISHLIST, item: item.id }).catch((error) => {
    if (toLoyaltyError(error).code !== 'not_found') throw error;
  });
  change(loyalty, (items) => items.filter((other) => other.productId !== productId));
}

/**
 * The loaded items. Waits until they are loaded: the stored product ids have no item ids, which a removal needs. A load that has begun
 * is not repeated.
 */
async function loadedItems(loyalty: Loyalty): Promise<readonly WishlistItem[]> {
  const resource = loyalty.resource(wishlist);
  if (!resource.state.value) {
    if (resource.state.status !== 'pending') void resource.refresh();
    await new Promise<void>((resolve) => {
      const stop = resource.subscribe(() => {
        if (resource.state.status === 'pending') return;
        stop();
        resolve();
      });
    });
  }
  const { value, error } = resource.state;
  if (!value) throw error;
  return value;
}

function change(loyalty: Loyalty, edit: (items: readonly WishlistItem[]) => readonly WishlistItem[]): void {
  const resource = loyalty.resource(wishlist);
  // A list that has not loaded yet cannot be edited: it is loaded instead.
  if (resource.state.value) resource.set(storeProductIds(loyalty, edit(resource.state.value)));
  else void resource.refresh();
}

const MAX_STORED_IDS = 200;

/** Stores the product ids, so that wishlist buttons of the next page show them before the list has loaded. */
function storeProductIds(loyalty: Loyalty, items: readonly WishlistItem[]): readonly WishlistItem[] {
  loyalty.cache.save({ hearts: items.slice(0, MAX_STORED_IDS).map(({ productId }) => productId) });
  return items;
}

function storedProductIds(loyalty: Loyalty): string[] | undefined {
  const hearts = loyalty.cache.read()?.hearts;
  return hearts === undefined ? undefined : readEach(hearts, text);
}

function readItem(wire: unknown): WishlistItem | undefined {
  const { id: rawId, product_id, product } = record(wire);
  const id = integer(rawId);
  const productId = text(product_id);
  if (id === undefined || !productId) return undefined;
  const { name, url, image_url, price, currency } = record(product);
  return {
    id,
    productId,
    name: text(name),
    url: webAddress(url),
    imageUrl: webAddress(image_url),
    price: text(price),
    currency: text(currency),
  };
}
