import {
  addList,
  deleteProfileList,
  editProfileList,
  listItems,
  profileLists,
} from '../../contract/endpoints/lists.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { pageQuery } from '../../transport/query.ts';
import { integer, record, text, type Id } from '../../transport/read.ts';
import { readRecords, readReply } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { removed, write } from '../writes.ts';
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
function mainFirst<List extends ListSummary>(all: readonly List[]): List[] {
  const isMain = ({ handle }: List) => handle === WISHLIST;
  return [...all.filter(isMain), ...all.filter((list) => !isMain(list))];
}

/** A list whose items do not load is shown without them. */
async function withItems(loyalty: Loyalty, profile: string, list: ListSummary): Promise<CustomerList> {
  try {
    const query = pageQuery(1, PREVIEW_ITEMS);
    const reply = record(await loyalty.call(listItems, { profile, list: list.id, query }));
    const wires = Array.isArray(reply.data) ? (reply.data as unknown[]) : [];
    const items = readRecords(listItems.id, wires, readProduct, loyalty.report);
    const total = integer(record(reply.meta).total);
    return { ...list, items, count: total ?? (items.length < PREVIEW_ITEMS ? items.length : undefined) };
  } catch (error) {
    if (toLoyaltyError(error).code === 'aborted') throw error;
    return { ...list, items: [], count: undefined };
  }
}

/** What a customer writes for a new list. */
export interface NewList {
  readonly type: 'wishlist' | 'registry';
  readonly name: string;
  /** Unique among the customer's lists: a request that is repeated with it adds no second list. */
  readonly handle: string;
  /** `YYYY-MM-DD`. */
  readonly eventAt: string | undefined;
}

/**
 * Adds a list, and shows it before the others, so that it is one of the lists that are shown; after the wishlist.
 * @throws LoyaltyError
 */
export async function createList(loyalty: Loyalty, { eventAt, ...list }: NewList): Promise<CustomerList> {
  const profile = await loyalty.profileId();
  const body = { ...list, ...(eventAt && { event_at: eventAt }) };
  const shown = loyalty.resource(lists).state.value;
  const { type, name, handle } = list;
  const added = await write<ListSummary, readonly Id[] | undefined>(loyalty, {
    operation: addList.id,
    once: { name: `list ${type} ${name}`, before: shown?.map(({ id }) => id) },
    send: (idempotencyKey) => loyalty.call(addList, { profile, body, idempotencyKey }),
    read: (reply) => readReply(addList.id, record(reply).data, readList),
    async find(before) {
      const all = await browseRecords(loyalty, profileLists, { profile }, readList);
      // The service may have a handle of its own.
      return all.find(
        (one) =>
          one.handle === handle ||
          (one.name === name && one.type === type && before && !before.includes(one.id)),
      );
    },
    own: () => ({
      id: handle,
      handle,
      name,
      type,
      description: undefined,
      eventAt: eventAt ? new Date(eventAt) : undefined,
    }),
  });
  const created = { ...added, items: [], count: 0 };
  change(loyalty, (all) => mainFirst([created, ...all.filter(({ id }) => id !== created.id)]));
  return created;
}

/**
 * Gives a list another name.
 * @throws LoyaltyError
 */
export async function renameList(loyalty: Loyalty, id: Id, name: string): Promise<void> {
  const profile = await loyalty.profileId();
  const stored = await write(loyalty, {
    operation: editProfileList.id,
    send: () => loyalty.call(editProfileList, { profile, list: id, body: { name } }),
    read: (reply) => text(record(record(reply).data).name) ?? name,
    async find() {
      const all = await browseRecords(loyalty, profileLists, { profile }, readList);
      return all.some((one) => one.id === id && one.name === name) ? name : undefined;
    },
    own: () => name,
  });
  change(loyalty, (all) => all.map((list) => (list.id === id ? { ...list, name: stored } : list)));
}

/**
 * Deletes a list. Succeeds where it is gone already.
 * @throws LoyaltyError `conflict` for a list with reservations, unless `isConfirmed`
 */
export async function deleteList(loyalty: Loyalty, id: Id, isConfirmed: boolean): Promise<void> {
  const profile = await loyalty.profileId();
  const query = isConfirmed ? { confirm: 'true' } : undefined;
  await removed(
    loyalty,
    deleteProfileList.id,
    () => loyalty.call(deleteProfileList, { profile, list: id, query }),
    async () => {
      const all = await browseRecords(loyalty, profileLists, { profile }, readList);
      return !all.some((one) => one.id === id);
    },
  );
  change(loyalty, (all) => all.filter((list) => list.id !== id));
}

function change(loyalty: Loyalty, edit: (all: readonly CustomerList[]) => readonly CustomerList[]): void {
  const resource = loyalty.resource(lists);
  const { value, status } = resource.state;
  if (value) resource.set(edit(value));
  else if (status !== 'initial') void resource.refresh(); // lists that nothing shows are not loaded
}
