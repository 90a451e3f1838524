import { listItems } from '../../contract/endpoints/first-requests.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { lastPageOf } from '../../transport/paging.ts';
import { integer, record, text } from '../../transport/read.ts';
import { readRecords } from '../../transport/read-records.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { choiceKey, readItem, type WishlistItem } from './list-items.ts';

type Items = readonly WishlistItem[];

/** Pages of a list as they were loaded last. */
export interface LoadedPages {
  /** Number of pages, which a refresh loads again. */
  readonly count: number;
  /** Their items with the edits of then: others are shown after an edit. */
  readonly items: Items;
  /** Where they continue: the reply of the first page, or what has read it; nothing where they are the whole list. */
  readonly next?: unknown;
  /** Number of items that are not on them; `undefined` where the service does not say it. */
  readonly left?: number | undefined;
  /** The profile has no such list. */
  readonly isMissing?: boolean;
}

/** What is loaded of the list with this handle. */
export const loadedPages = (list: string): ResourceDefinition<LoadedPages> => ({
  key: `pages of ${list}`,
  // Loaded again, it keeps what the last load of the list has set.
  load: async (loyalty) => loyalty.resource(loadedPages(list)).state.value ?? { count: 1, items: [] },
});

/** Whether every item of the list is loaded. Where one is not, nothing is known of a product that is not among the others. */
export const isWhole = (loyalty: Loyalty, list: string): boolean =>
  !loyalty.resource(loadedPages(list)).state.value?.next;

/** Number of all items of a list, of which these are shown now; `undefined` where the service does not say it. */
export const countOf = (loyalty: Loyalty, list: string, items: Items): number | undefined =>
  countWith(items, loyalty.resource(loadedPages(list)).state.value);

/** The same for pages that are not those of the list's resource. */
export const countWith = (
  { length }: Items,
  { next, left }: Partial<LoadedPages> = {},
): number | undefined => (!next ? length : left === undefined ? left : length + left);

/** Whether there are more pages after this one, and how many items the list has. */
export const envelopeOf = (reply: Readonly<Record<string, unknown>>, number: number) => ({
  hasMore: number < (lastPageOf(reply) ?? (text(record(reply.links).next) ? Infinity : 0)),
  total: integer(record(reply.meta).total),
});

export const readItems = (loyalty: Loyalty, wires: readonly unknown[]): WishlistItem[] =>
  readRecords(listItems.id, wires, readItem, loyalty.report);

const MAX_STORED_IDS = 200;

/**
 * Stores what is on the wishlist, by `choiceKey`, so that wishlist buttons of the next page show them before the list has loaded, and how
 * many products there are.
 */
export function storeProductIds(loyalty: Loyalty, list: string, items: Items): Items {
  if (list === WISHLIST)
    loyalty.cache.save({
      hearts: items.slice(0, MAX_STORED_IDS).map(choiceKey),
      saved: countOf(loyalty, list, items),
    });
  return items;
}
