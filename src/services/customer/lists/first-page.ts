import { listItems } from '../../contract/endpoints/first-requests.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { listIn } from '../../transport/paging.ts';
import { pageQuery } from '../../transport/query.ts';
import { record } from '../../transport/read.ts';
import type { Loyalty } from '../loyalty.ts';
import { envelopeOf, readItems, type LoadedPages } from './loaded-pages.ts';

/**
 * GET the first pages of the profile's list, newest items first; none where the profile has no such list yet. A reply of 404 does not say
 * that: the path or the handle may be another one at this service, so that the lists of the profile decide.
 * @param count number of pages, of 100 items each
 */
export async function loadPages(loyalty: Loyalty, list: string, count: number): Promise<LoadedPages> {
  const profile = await loyalty.profileId();
  const missing = () => import('./missing-list.ts');
  const none = { count, items: [], isMissing: true };
  if (
    list === WISHLIST &&
    loyalty.cache.read()?.noWishlist &&
    (await (await missing()).isStillMissing(loyalty))
  )
    return none;
  try {
    const reply = record(await loyalty.call(listItems, { profile, list, query: pageQuery(1) }));
    const wires = listIn(reply, listItems.id);
    const { hasMore, total } = envelopeOf(reply, 1);
    if (hasMore && count > 1)
      return await (await import('./list-pages.ts')).loadSeveral(loyalty, list, count, reply);
    const items = readItems(loyalty, wires);
    return { count, items, next: hasMore && reply, left: total && total - wires.length };
  } catch (error) {
    if (toLoyaltyError(error).code !== 'not_found') throw error;
    await (await missing()).checkMissing(loyalty, list);
    return none;
  }
}

/** What loads without a wish of the shopper ends there. */
export const MAX_PAGES = 10;
