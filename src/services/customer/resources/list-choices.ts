import { profileLists } from '../../contract/endpoints/lists.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import type { Id } from '../../transport/read.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';
import { readList } from './list-records.ts';
import { isSameChoice, savedProducts, wishlist, type ProductChoice, type WishlistItem } from './wishlist.ts';

/** A list of the customer, as a product can be saved on it. */
export interface ListChoice {
  /** `undefined` for the wishlist of a customer who has none yet: it is created with its first product. */
  readonly id: Id | undefined;
  readonly handle: string;
  readonly name: string | undefined;
  /** Number of products; `undefined` if they did not load. */
  readonly count: number | undefined;
  /** Whether the product is on the list; `undefined` if its products did not load. */
  readonly isSaved: boolean | undefined;
}

/**
 * The customer's lists, the wishlist first, and whether a product is on each. Requested anew each time: a resource for each list would be
 * loaded again after every change of any list.
 * @throws LoyaltyError
 */
export async function loadListChoices(
  loyalty: Loyalty,
  choice: ProductChoice,
): Promise<readonly ListChoice[]> {
  const profile = await loyalty.profileId();
  const lists = await browseRecords(loyalty, profileLists, { profile }, readList);
  const isMain = ({ handle }: { handle: string }) => handle === WISHLIST;
  const main = lists.find(isMain) ?? { id: undefined, handle: WISHLIST, name: undefined };
  return Promise.all(
    [main, ...lists.filter((list) => !isMain(list))].map(async ({ id, handle, name }) => {
      const items = await itemsOf(loyalty, handle);
      const isSaved = items?.some((item) => isSameChoice(item, choice));
      return { id, handle, name, count: items?.length, isSaved };
    }),
  );
}

/** `undefined` where they do not load. */
async function itemsOf(loyalty: Loyalty, handle: string): Promise<readonly WishlistItem[] | undefined> {
  const shown = handle === WISHLIST ? loyalty.resource(wishlist).state.value : undefined;
  return (
    shown ??
    savedProducts(handle)
      .load(loyalty)
      .catch((error: unknown) => {
        if (toLoyaltyError(error).code === 'aborted') throw error;
        return undefined;
      })
  );
}
