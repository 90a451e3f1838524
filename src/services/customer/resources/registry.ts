import {
  editProfileList,
  editProfileListItem,
  listItems,
  profileLists,
  readProfileList,
} from '../../contract/endpoints/lists.ts';
import type { BodyOf } from '../../contract/catalogue.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { record, text, type Id } from '../../transport/read.ts';
import { readRecords, readReply } from '../../transport/read-records.ts';
import { browse, browseRecords } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { write } from '../writes.ts';
import { readList, readProduct, nullIfGone, type ListProduct, type ListSummary } from './list-records.ts';

/** A list as its owner sees it: quantities, never who reserved. */
export interface OwnList extends ListSummary {
  readonly items: readonly ListProduct[];
}

/**
 * GET a list of the customer by its id or handle, with all items; `null` where there is none. Reservations are not requested: they name
 * the givers.
 */
export const ownList = (list: string): ResourceDefinition<OwnList | null> => ({
  key: `own-list ${list}`,
  async load(loyalty) {
    // Without the file, which a content blocker may stop, the list is shown as the service has it.
    const stored = import('./stored-removals.ts').catch(() => undefined);
    const profile = await loyalty.profileId();
    const loaded = await nullIfGone(
      Promise.all([
        loyalty.call(readProfileList, { profile, list }),
        browse(loyalty, listItems, { profile, list }),
      ]),
    );
    if (!loaded) {
      await checkGone(loyalty, list);
      return null;
    }
    const [reply, items] = loaded;
    const summary = readReply(readProfileList.id, record(reply).data, readList);
    const own = readRecords(listItems.id, items, readProduct, loyalty.report);
    return {
      ...summary,
      items: (await (await stored)?.withoutRemoved(loyalty, summary.handle, own)) ?? own,
    };
  },
});

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

/**
 * Changes how many pieces of an item are wanted.
 * @throws LoyaltyError `validation` for fewer than are reserved and bought, `not_found` for an item that is gone
 */
export async function setWanted(loyalty: Loyalty, list: string, item: Id, quantity: number): Promise<void> {
  await editItem(loyalty, list, item, { quantity }, (other) => ({ ...other, wanted: quantity }));
}

/**
 * Changes an item of an own list.
 * @param withEdit the item as it is with the change
 * @throws LoyaltyError `not_found` for an item that is gone
 */
export async function editItem(
  loyalty: Loyalty,
  list: string,
  item: Id,
  body: BodyOf<typeof editProfileListItem>,
  withEdit: (item: ListProduct) => ListProduct,
): Promise<void> {
  const profile = await loyalty.profileId();
  const shown = loyalty.resource(ownList(list)).state.value?.items.find(({ id }) => id === item);
  const wanted = shown && withEdit(shown);
  const edited = await write<ListProduct | undefined>(loyalty, {
    operation: editProfileListItem.id,
    send: () => loyalty.call(editProfileListItem, { profile, list, item, body }),
    read: (reply) => readReply(editProfileListItem.id, record(reply).data, readProduct),
    async find() {
      const items = await browseRecords(loyalty, listItems, { profile, list }, readProduct);
      return items.find((one) => one.id === item && JSON.stringify(withEdit(one)) === JSON.stringify(one));
    },
    own: () => wanted,
  });
  changeOwnList(loyalty, list, (own) => ({
    ...own,
    items: own.items.map((other) => (other.id === item && edited ? { ...edited, id: item } : other)),
  }));
}

/**
 * Changes the day of a registry. `day` is `YYYY-MM-DD`.
 * @throws LoyaltyError `validation` for an earlier day than the present one, once somebody has reserved
 */
export async function setEventDay(loyalty: Loyalty, list: string, day: string): Promise<void> {
  const profile = await loyalty.profileId();
  const eventAt = new Date(day);
  const edited = await write<Partial<ListSummary>>(loyalty, {
    operation: editProfileList.id,
    send: () => loyalty.call(editProfileList, { profile, list, body: { event_at: day } }),
    read: (reply) => readReply(editProfileList.id, record(reply).data, readList),
    async find() {
      const reply = await loyalty.call(readProfileList, { profile, list });
      const found = readReply(readProfileList.id, record(reply).data, readList);
      return found.eventAt?.getTime() === eventAt.getTime() ? found : undefined;
    },
    own: () => ({ eventAt }),
  });
  changeOwnList(loyalty, list, (own) => ({ ...own, ...edited }));
}

/** Shows a change of an own list from the response of an action. */
export function changeOwnList(loyalty: Loyalty, list: string, edit: (own: OwnList) => OwnList): void {
  const resource = loyalty.resource(ownList(list));
  if (resource.state.value) resource.set(edit(resource.state.value));
  else void resource.refresh();
}
