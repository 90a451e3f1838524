import { integer } from '../../transport/read.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { countOf } from '../lists/loaded-pages.ts';
import type { Loyalty } from '../loyalty.ts';
import { wishlist } from './wishlist.ts';

/**
 * Number of products on the wishlist: of the loaded list, or until it has loaded, as an earlier page stored it. `undefined` where neither
 * is known.
 */
export function wishlistCount(loyalty: Loyalty | undefined): number | undefined {
  if (!loyalty) return undefined;
  const { value } = loyalty.resource(wishlist).state;
  return value ? countOf(loyalty, WISHLIST, value) : integer(loyalty.cache.read()?.saved);
}

/** Loads nothing: it connects an element that shows what others have loaded. */
export const nothingToLoad = { key: 'nothing', load: async () => null };
