import {
  editProfileList,
  editProfileListItem,
  listItems,
  readProfileList,
} from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { allPages } from '../../transport/paging.ts';
import { record } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { readList, readProduct, nullIfGone, type ListProduct, type ListSummary } from './list-records.ts';

/** A list as its owner sees it: quantities, never who reserved. */
export interface OwnList extends ListSummary {
  readonly items: readonly ListProduct[];
}

/**
 * GET a list of the customer by its id or handle, with all items; `null` where there is none. Reservations are not requested: they name
 * the givers (G58).
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
        allPages((query) => loyalty.call(listItems, { profile, list, query })),
      ]),
    );
    if (!loaded) return null;
    const [reply, items] = loaded;
    const summary = readList(record(reply).data);
    if (!summary) throw new LoyaltyError('bad_response', 'No list.');
    const own = readEach(items, readProduct);
    return {
      ...summary,
      items: (await (await stored)?.withoutRemoved(loyalty, summary.handle, own)) ?? own,
    };
  },
});

/**
 * Changes how many pieces of an item are wanted.
 * @throws LoyaltyError `validation` for fewer than are reserved and bought, `not_found` for an item that is gone
 */
export async function setWanted(
  loyalty: Loyalty,
  list: string,
  item: number,
  quantity: number,
): Promise<void> {
  const profile = await loyalty.profileId();
  const reply = await loyalty.call(editProfileListItem, { profile, list, item, body: { quantity } });
  const edited = readProduct(record(reply).data);
  if (!edited) throw new LoyaltyError('bad_response', 'The item came without an id.');
  change(loyalty, list, (own) => ({
    ...own,
    items: own.items.map((other) => (other.id === item ? { ...edited, id: item } : other)),
  }));
}

/**
 * Changes the day of a registry. `day` is `YYYY-MM-DD`.
 * @throws LoyaltyError `validation` for an earlier day than the present one, once somebody has reserved
 */
export async function setEventDay(loyalty: Loyalty, list: string, day: string): Promise<void> {
  const profile = await loyalty.profileId();
  const reply = record(await loyalty.call(editProfileList, { profile, list, body: { event_at: day } }));
  const edited = readList(reply.data);
  if (!edited) throw new LoyaltyError('bad_response', 'No list.');
  change(loyalty, list, ({ items }) => ({ ...edited, items }));
}

function change(loyalty: Loyalty, list: string, edit: (own: OwnList) => OwnList): void {
  const resource = loyalty.resource(ownList(list));
  if (resource.state.value) resource.set(edit(resource.state.value));
  else void resource.refresh();
}
