import { listItems } from '../../contract/endpoints/first-requests.ts';
import { toLoyaltyError, type LoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { allPages } from '../../transport/paging.ts';
import { integer, record, text } from '../../transport/read.ts';
import { readEach, webAddress } from '../../transport/read-records.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';

export interface WishlistItem {
  /** `undefined` while the service does not have the item: it is on this device alone. */
  readonly id: number | undefined;
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

/** GET items of the profile's list, newest first; none where the profile has no such list yet. */
export async function loadItems(loyalty: Loyalty, list: string): Promise<WishlistItem[]> {
  const profile = await loyalty.profileId();
  try {
    const items = await allPages((query) => loyalty.call(listItems, { profile, list, query }));
    return readEach(items, readItem);
  } catch (error) {
    if (toLoyaltyError(error).code === 'not_found') return [];
    throw error;
  }
}

/** An item of a reply; `undefined` without its id or product. */
export function readItem(wire: unknown): WishlistItem | undefined {
  const { id: rawId, product_id, product } = record(wire);
  const id = integer(rawId);
  const productId = text(product_id);
  return id === undefined || !productId ? undefined : { id, productId, ...readProduct(product) };
}

/** The product of an item: from a reply, or out of this device's storage. */
export function readProduct(product: unknown): Omit<WishlistItem, 'id' | 'productId'> {
  const { name, url, image_url, price, currency } = record(product);
  return {
    name: text(name),
    url: webAddress(url),
    imageUrl: webAddress(image_url),
    price: text(price),
    currency: text(currency),
  };
}

const MAX_STORED_IDS = 200;

/** Stores the product ids of the wishlist, so that wishlist buttons of the next page show them before the list has loaded. */
export function storeProductIds(
  loyalty: Loyalty,
  list: string,
  items: readonly WishlistItem[],
): readonly WishlistItem[] {
  if (list === WISHLIST)
    loyalty.cache.save({ hearts: items.slice(0, MAX_STORED_IDS).map(({ productId }) => productId) });
  return items;
}

/** Why the service refused edits that were sent later than the shopper made them, by `refusalKey`. */
export const refusedEdits: ResourceDefinition<ReadonlyMap<string, RefusedEdit>> = {
  key: 'refused edits',
  // Loaded again, it keeps what the shopper has not seen yet.
  load: async (loyalty) => loyalty.resource(refusedEdits).state.value ?? new Map<string, RefusedEdit>(),
};

export interface RefusedEdit {
  readonly error: LoyaltyError;
  /** Whether the product was to be saved; otherwise removed. */
  readonly save: boolean;
}

export const refusalKey = (list: string, productId: string): string => `${list} ${productId}`;
