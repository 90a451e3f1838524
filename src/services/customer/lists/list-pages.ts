import { listItems } from '../../contract/endpoints/first-requests.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { browsePages, repeatedPage, type BrowsedPage } from '../../transport/paging.ts';
import type { Loyalty } from '../loyalty.ts';
import type { Resource } from '../resource.ts';
import { hasStoredEdits } from './device.ts';
import { choiceKey, type WishlistItem } from './list-items.ts';
import { envelopeOf, loadedPages, readItems, storeProductIds, type LoadedPages } from './loaded-pages.ts';
import { settled } from './settled.ts';

// The pages of a list after its first one. Loaded for the lists that have some.

type Items = readonly WishlistItem[];
type Pages = AsyncGenerator<BrowsedPage, void>;
/** Gives further items the edits that this device stores. */
type OpenOutbox = (loyalty: Loyalty) => Promise<{
  withStoredEdits(list: string, items: Items, isMore: true): Promise<Items>;
}>;

/** A limit, because a reply may always name a next page: 10,000 items. */
const MAX_LIST_PAGES = 100;

/** The page of each list that is loading. */
const loading = new WeakMap<Resource<Items>, Promise<void>>();

/** @param first the reply of the first page, which is not requested again */
async function openPages(loyalty: Loyalty, list: string, first: unknown): Promise<Pages> {
  const profile = await loyalty.profileId();
  let given: unknown = first;
  return browsePages(
    (query) => {
      const reply = given ?? loyalty.call(listItems, { profile, list, query });
      given = undefined;
      return Promise.resolve(reply);
    },
    { operation: listItems.id },
  );
}

/**
 * GET the first pages of a list.
 * @param first the reply of the first one
 * @throws LoyaltyError
 */
export async function loadSeveral(
  loyalty: Loyalty,
  list: string,
  count: number,
  first: unknown,
): Promise<LoadedPages> {
  const pages = await openPages(loyalty, list, first);
  let loaded: LoadedPages = { count: 0, items: [], next: pages };
  while (loaded.next && loaded.count < count) loaded = await withNext(loyalty, loaded, pages);
  return { ...loaded, count };
}

/** The pages with the next one. */
async function withNext(loyalty: Loyalty, before: LoadedPages, pages: Pages): Promise<LoadedPages> {
  const { value: page } = await pages.next();
  if (!page) return { ...before, next: undefined };
  const { number, records, reply } = page;
  const { hasMore, total } = envelopeOf(reply, number);
  const known = new Set(before.items.map(choiceKey));
  const added = readItems(loyalty, records).filter((item) => !known.has(choiceKey(item)));
  const isRepeated = records.length > 0 && !added.length;
  if (isRepeated) loyalty.report(repeatedPage(listItems.id, number));
  const served = (before.left === undefined ? 0 : (total ?? 0) - before.left) + records.length;
  return {
    count: before.count + 1,
    items: [...before.items, ...added],
    next: hasMore && !isRepeated ? pages : undefined,
    left: total === undefined ? undefined : Math.max(0, total - served),
  };
}

/**
 * Loads page after page, each once for all who need it.
 * @param items of the loaded pages, with the edits since then
 * @param isEnough whether the loaded ones are enough; by default all are loaded
 * @throws LoyaltyError
 */
export async function loadMissing(
  loyalty: Loyalty,
  handle: string,
  items: Resource<Items>,
  openOutbox: OpenOutbox,
  isEnough = () => false,
): Promise<void> {
  const pages = loyalty.resource(loadedPages(handle));
  for (;;) {
    const { next, count = 0 } = pages.state.value ?? {};
    if (!next || isEnough()) return;
    if (count >= MAX_LIST_PAGES)
      throw new LoyaltyError('bad_response', `${listItems.id}: more than ${MAX_LIST_PAGES} pages`);
    const page =
      loading.get(items) ?? loadNext(loyalty, handle, items, openOutbox).finally(() => loading.delete(items));
    loading.set(items, page);
    await page;
  }
}

/** Loads a page. It is dropped where the list was edited or loaded again meanwhile. */
async function loadNext(
  loyalty: Loyalty,
  handle: string,
  items: Resource<Items>,
  openOutbox: OpenOutbox,
): Promise<void> {
  const pages = loyalty.resource(loadedPages(handle));
  await settled(items);
  const { state } = items;
  const before = pages.state.value;
  if (!before?.next) return;
  // After an edit, the service has other items on its pages: by their numbers, one would be left out.
  if (state.value !== before.items) {
    pages.set({ ...before, count: before.count + 1 });
    await items.refresh();
    const { error } = items.state;
    if (!error) return;
    pages.set(before);
    throw error;
  }
  // Until the page is there, nothing else continues after this one: after a failure, the pages are loaded from the first one.
  pages.set({ ...before, items: [] });
  const own = pages.state;
  const source = before.next as Partial<Pages>;
  const opened = source.next ? (source as Pages) : await openPages(loyalty, handle, source);
  if (opened !== source) await opened.next();
  const loaded = await withNext(loyalty, before, opened);
  const further = loaded.items.slice(before.items.length);
  const added = (await hasStoredEdits(loyalty.environment.browser))
    ? await (await openOutbox(loyalty)).withStoredEdits(handle, further, true)
    : further;
  if (items.state !== state || pages.state !== own) return;
  const all = [...before.items, ...added];
  pages.set({ ...loaded, items: all });
  items.set(storeProductIds(loyalty, handle, all));
}
