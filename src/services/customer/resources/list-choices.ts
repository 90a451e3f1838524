import { profileLists } from '../../contract/endpoints/lists.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import type { Id } from '../../transport/read.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';
import { readList } from './list-records.ts';
import { countWith, type LoadedPages } from '../lists/loaded-pages.ts';
import { isSameChoice, isWhole, loadSaved, wishlist, type ProductChoice } from './wishlist.ts';

/** A list of the customer, as a product can be saved on it. */
export interface ListChoice {
  /** `undefined` for the wishlist of a customer who has none yet: it is created with its first product. */
  readonly id: Id | undefined;
  readonly handle: string;
  readonly name: string | undefined;
  /** Whether it is the list of another, which the customer edits. */
  readonly isShared?: boolean;
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
  const main = lists.find(isMain) ?? {
    id: undefined,
    handle: WISHLIST,
    name: undefined,
    sharedBy: undefined,
  };
  return Promise.all(
    [main, ...lists.filter((list) => !isMain(list))].map(async ({ id, handle, name, sharedBy }) => {
      const pages = await itemsOf(loyalty, handle);
      const isListed = pages?.items.some((item) => isSameChoice(item, choice));
      const isSaved = isListed || (pages && !pages.next ? false : undefined);
      return {
        id,
        handle,
        name,
        isShared: !!sharedBy,
        count: pages && countWith(pages.items, pages),
        isSaved,
      };
    }),
  );
}

/** `undefined` where they do not load. */
async function itemsOf(loyalty: Loyalty, handle: string): Promise<LoadedPages | undefined> {
  const shown = handle === WISHLIST ? loyalty.resource(wishlist).state.value : undefined;
  if (shown && isWhole(loyalty, handle)) return { count: 1, items: shown };
  return loadSaved(loyalty, handle).catch((error: unknown) => {
    if (toLoyaltyError(error).code === 'aborted') throw error;
    return undefined;
  });
}
