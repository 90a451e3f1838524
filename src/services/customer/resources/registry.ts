import { listItems, profileLists, readProfileList } from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { record, text } from '../../transport/read.ts';
import { readRecords, readReply } from '../../transport/read-records.ts';
import { browse } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { withoutRemoved } from './stored-removals.ts';
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
      items: await withoutRemoved(loyalty, summary.handle, own),
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
