import { listItems } from '../../contract/endpoints/first-requests.ts';
import { profileLists } from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { record, text } from '../../transport/read.ts';
import { browse } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';

// Loaded where the service answers 404 for a list.

/**
 * The profile has no list with this handle, unless a tenant file says what 404 means. The next pages ask for the lists first: a browser writes
 * each 404 to the console as an error.
 * @throws LoyaltyError `bad_response` where the profile has such a list, or a wishlist with another handle
 */
export async function checkMissing(loyalty: Loyalty, list: string): Promise<void> {
  const { tenantFile } = loyalty.config ?? {};
  const named = tenantFile?.wishlist && 'handle' in tenantFile.wishlist;
  if (tenantFile?.missingWishlist === 'empty' || named) return;
  if (!(await isMissing(loyalty, list))) throw wrongHandle(list, list);
  if (list === WISHLIST) loyalty.cache.save({ noWishlist: true });
}

/** Whether the profile, which had no wishlist on an earlier page, has none now. */
export async function isStillMissing(loyalty: Loyalty): Promise<boolean> {
  if (await isMissing(loyalty, WISHLIST)) return true;
  loyalty.cache.save({ noWishlist: undefined });
  return false;
}

/**
 * Whether the profile has no list with this handle.
 * @throws LoyaltyError `bad_response` where the profile has a wishlist with another handle
 */
export async function isMissing(loyalty: Loyalty, list: string): Promise<boolean> {
  const profile = await loyalty.profileId();
  const lists = await browse(loyalty, profileLists, { profile });
  const found = lists.map(record);
  if (found.some(({ handle }) => handle === list)) return false;
  const other = list === WISHLIST && found.find(({ type }) => type !== 'registry' && type !== 'style-guide');
  if (other) throw wrongHandle(list, text(other.handle) ?? text(other.id));
  return true;
}

export const wrongHandle = (list: string, other: string | undefined): LoyaltyError =>
  new LoyaltyError(
    'bad_response',
    `${listItems.id}: there is no list "${list}", and the customer has the list "${other}". Name it in a tenant file: wishlist`,
    { operation: 'profiles.lists.index', field: 'handle', received: other },
  );
