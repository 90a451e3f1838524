import type { BodyOf } from '../../contract/catalogue.ts';
import {
  editProfileList,
  editProfileListItem,
  listItems,
  readProfileList,
} from '../../contract/endpoints/lists.ts';
import { record, text, type Id } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty } from '../loyalty.ts';
import { readList, readProduct, type ListProduct, type ListSummary } from '../resources/list-records.ts';
import { ownList, type OwnList } from '../resources/registry.ts';
import { write } from './writes.ts';

/**
 * Changes how many pieces of an item are wanted.
 * @throws LoyaltyError `validation` for fewer than are reserved and bought, `not_found` for an item that is gone
 */
export async function setWanted(loyalty: Loyalty, list: string, item: Id, quantity: number): Promise<void> {
  await editItem(loyalty, list, item, { quantity }, (other) => ({ ...other, wanted: quantity }));
}

/** What several givers can pay together for an item, as decimal text; `undefined` where it is not open for that. */
export const targetOf = ({ chipIn }: ListProduct): string | undefined => text(record(chipIn)['target']);

/**
 * Opens an item for several givers who pay for it together, or closes it: `target` is decimal text in `currency`, or null.
 * @throws LoyaltyError `validation` for a target below what is pledged, and for closing it while there are pledges
 */
export async function setChipIn(
  loyalty: Loyalty,
  list: string,
  item: Id,
  chipIn: { readonly target: string; readonly currency: string } | null,
): Promise<void> {
  await editItem(loyalty, list, item, { chip_in: chipIn }, (other) => ({
    ...other,
    chipIn: chipIn ? { ...record(other.chipIn), ...chipIn } : undefined,
  }));
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
 * @throws LoyaltyError `validation` for an earlier day than the present one, once a product is reserved
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
  changeOwnList(loyalty, list, (own) => ({ ...own, ...edited, eventAt: edited.eventAt ?? eventAt }));
}

/** Shows a change of an own list from the response of an action. */
export function changeOwnList(loyalty: Loyalty, list: string, edit: (own: OwnList) => OwnList): void {
  const resource = loyalty.resource(ownList(list));
  if (resource.state.value) resource.set(edit(resource.state.value));
  else void resource.refresh();
}
