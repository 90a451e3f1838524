import { listItems } from '../../contract/endpoints/first-requests.ts';
import { profileLists } from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { record, text } from '../../transport/read.ts';
import { browse } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';

// Loaded where the service answers 404 for a list.

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
