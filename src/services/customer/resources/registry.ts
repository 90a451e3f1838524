import { listItems, profileLists, readProfileList } from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { listIn } from '../../transport/paging.ts';
import { pageQuery } from '../../transport/query.ts';
import { record, text } from '../../transport/read.ts';
import { readRecords, readReply } from '../../transport/read-records.ts';
import { browse } from '../browse.ts';
import { envelopeOf } from '../lists/loaded-pages.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { withoutRemoved } from './stored-removals.ts';
import { readList, readProduct, nullIfGone, type ListProduct, type ListSummary } from './list-records.ts';

/** A list as its owner sees it: quantities, never who reserved. */
export interface OwnList extends ListSummary {
  /** Of a long list those of its first page, until `loadWholeList` has loaded the others. */
  readonly items: readonly ListProduct[];
  /** Number of items that are not loaded. */
  readonly left: number;
}

/** Whether all items of an own list were asked for, which a refresh then loads again. */
const wholeness = (list: string): ResourceDefinition<boolean> => ({
  key: `whole own-list ${list}`,
  // Loaded again, it keeps what the owner has asked for.
  load: async (loyalty) => !!loyalty.resource(wholeness(list)).state.value,
});

/** Loads the items of an own list that are not loaded. A failure is a state of the list, which keeps the others. */
export async function loadWholeList(loyalty: Loyalty, list: string): Promise<void> {
  loyalty.resource(wholeness(list)).set(true);
  await loyalty.resource(ownList(list)).refresh();
}

/**
 * GET a list of the customer by its id or handle, with the items of its first page; `null` where there is none. All are loaded of a style
 * guide, which is shown whole, and where the service does not count them. Reservations are not requested: they name the givers.
 */
export const ownList = (list: string): ResourceDefinition<OwnList | null> => ({
  key: `own-list ${list}`,
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const isWhole = !!loyalty.resource(wholeness(list)).state.value;
    const all = async () => ({ wires: await browse(loyalty, listItems, { profile, list }), left: 0 });
    const loaded = await nullIfGone(
      Promise.all([
        loyalty.call(readProfileList, { profile, list }),
        isWhole ? all() : loadFirst(loyalty, profile, list),
      ]),
    );
    if (!loaded) {
      await checkGone(loyalty, list);
      return null;
    }
    const [reply, first] = loaded;
    const summary = readReply(readProfileList.id, record(reply).data, readList);
    const isEnough = first.left === 0 || (first.left !== undefined && summary.type !== 'style-guide');
    const { wires, left = 0 } = isEnough ? first : await all();
    const own = readRecords(listItems.id, wires, readProduct, loyalty.report);
    return { ...summary, items: await withoutRemoved(loyalty, summary.handle, own), left };
  },
});

/** The first page of the items; `left` is `undefined` where the service does not say how many there are. */
async function loadFirst(loyalty: Loyalty, profile: string, list: string) {
  const reply = record(await loyalty.call(listItems, { profile, list, query: pageQuery(1) }));
  const wires = listIn(reply, listItems.id);
  const { hasMore, total } = envelopeOf(reply, 1);
  const left = (total ?? 0) - wires.length;
  return { wires, left: hasMore ? (left > 0 ? left : undefined) : 0 };
}

/** A reply of 404 says that a list is gone only if the lists of the customer do not have it. @throws LoyaltyError */
async function checkGone(loyalty: Loyalty, list: string): Promise<void> {
  const profile = await loyalty.profileId();
  const lists = await browse(loyalty, profileLists, { profile }).catch((error: unknown) => {
    throw new LoyaltyError(
      'bad_response',
      `${readProfileList.id}: the list "${list}" was not found, nor the lists of the customer`,
      { operation: readProfileList.id, cause: error },
    );
  });
  if (lists.map(record).some(({ id, handle }) => text(id) === list || handle === list))
    throw new LoyaltyError(
      'bad_response',
      `${readProfileList.id}: the list "${list}" was not found, and is one of the customer's`,
      { operation: readProfileList.id },
    );
}
