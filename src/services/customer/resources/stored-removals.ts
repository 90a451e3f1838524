import { hasStoredEdits } from '../lists/device.ts';
import type { Loyalty } from '../loyalty.ts';
import type { ListProduct } from './list-records.ts';
import { choiceKey, openOutbox, preloadOutbox } from './wishlist.ts';

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
  const kept = new Set(shown.map(choiceKey));
  return items.filter((item) => kept.has(choiceKey(item)));
}
