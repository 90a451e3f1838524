import { addList, deleteProfileList, editProfileList, profileLists } from '../../contract/endpoints/lists.ts';
import { record, text, type Id } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';
import { readList, type ListSummary } from '../resources/list-records.ts';
import { lists, mainFirst, type CustomerList } from '../resources/lists.ts';
import { removed, write } from './writes.ts';

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
      eventAt: eventAt ? new Date(eventAt) : null,
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
