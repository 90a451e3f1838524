import { listItems, profileLists } from '../../contract/endpoints/lists.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { listIn } from '../../transport/paging.ts';
import { pageQuery } from '../../transport/query.ts';
import { integer, record, text } from '../../transport/read.ts';
import { readRecords } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { readList, readProduct, type ListProduct, type ListSummary } from './list-records.ts';

/** A list of the customer. */
export interface CustomerList extends ListSummary {
  /** Number of items; `undefined` if it could not be loaded. */
  readonly count: number | undefined;
  /** The newest items. */
  readonly items: readonly ListProduct[];
}

/** Number of items that are requested of each list: enough for the pictures of a style guide. */
const PREVIEW_ITEMS = 8;

/** GET the customer's lists, the wishlist of the hearts first, with the newest items of each. */
export const lists: ResourceDefinition<readonly CustomerList[]> = {
  key: 'lists',
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const found = await browseRecords(loyalty, profileLists, { profile }, readList);
    return Promise.all(mainFirst(found).map((list) => withItems(loyalty, profile, list)));
  },
};

/** An element shows the first lists: the wishlist must be one of them, also when newer lists come before it. */
export function mainFirst<List extends ListSummary>(all: readonly List[]): List[] {
  const isMain = ({ handle }: List) => handle === WISHLIST;
  return [...all.filter(isMain), ...all.filter((list) => !isMain(list))];
}

/** A list whose items do not load is shown without them. */
async function withItems(loyalty: Loyalty, profile: string, list: ListSummary): Promise<CustomerList> {
  try {
    const query = pageQuery(1, PREVIEW_ITEMS);
    const reply = record(await loyalty.call(listItems, { profile, list: list.id, query }));
    const items = readRecords(listItems.id, listIn(reply, listItems.id), readProduct, loyalty.report);
    const total = integer(record(reply.meta).total);
    // A service may have smaller pages than was asked for.
    const isWhole = items.length < PREVIEW_ITEMS && !text(record(reply.links).next);
    return { ...list, items, count: total ?? (isWhole ? items.length : undefined) };
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (error.code === 'aborted') throw error;
    if (error.code === 'bad_response' && error.status === undefined) loyalty.report(error);
    return { ...list, items: [], count: undefined };
  }
}
