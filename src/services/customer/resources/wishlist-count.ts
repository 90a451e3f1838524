import { text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { wishlist } from './wishlist.ts';

/**
 * Number of products on the wishlist: of the loaded list, or until it has loaded, of those that an earlier page stored. `undefined` where
 * neither is known.
 */
export function wishlistCount(loyalty: Loyalty | undefined): number | undefined {
  if (!loyalty) return undefined;
  const { value } = loyalty.resource(wishlist).state;
  if (value) return value.length;
  const hearts = loyalty.cache.read()?.hearts;
  return hearts === undefined ? undefined : readEach(hearts, text).length;
}

/** Loads nothing: it connects an element that shows what others have loaded. */
export const nothingToLoad = { key: 'nothing', load: async () => null };
