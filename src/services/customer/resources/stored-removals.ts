import { hasStoredEdits } from '../lists/device.ts';
import type { Loyalty } from '../loyalty.ts';
import type { ListProduct } from './list-records.ts';
import { openOutbox, preloadOutbox } from './wishlist.ts';

// A page loads this file while it requests a list of its customer.

/** The items of a list without those whose removal is stored on this device and not sent yet. They are sent now. */
export async function withoutRemoved(
  loyalty: Loyalty,
  list: string,
  items: readonly ListProduct[],
): Promise<readonly ListProduct[]> {
  const outbox =
    (await hasStoredEdits(loyalty.environment.browser)) && (await openOutbox(loyalty).catch(() => undefined));
  if (!outbox) {
    preloadOutbox(loyalty);
    return items;
  }
  const shown = await outbox.withStoredEdits(list, items);
  return items.filter((item) => shown.some(({ productId }) => productId === item.productId));
}
