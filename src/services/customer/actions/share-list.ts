import { addProfileListShare, deleteProfileListShare } from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { listShares, readShare, type ListShare } from '../resources/list-share.ts';
import { removed, write } from './writes.ts';

/**
 * Makes a link to a list, unless it has one.
 * @throws LoyaltyError `validation` for a list that is not shareable, `not_found`
 */
export async function shareList(loyalty: Loyalty, list: string): Promise<ListShare> {
  // Another tab or device may have made one.
  const shares = await currentShares(loyalty, list);
  if (shares[0]) return shares[0];
  const profile = await loyalty.profileId();
  const share = await write(loyalty, {
    operation: addProfileListShare.id,
    once: { name: `share ${list}`, before: undefined },
    send: (idempotencyKey) => loyalty.call(addProfileListShare, { profile, list, body: {}, idempotencyKey }),
    read: (reply) => readReply(addProfileListShare.id, record(reply).data, readShare),
    find: async () => (await currentShares(loyalty, list))[0],
    own() {
      // A link cannot be shown without its handle.
      throw new LoyaltyError('bad_response', 'The link is made, and the service does not show it.');
    },
  });
  loyalty.resource(listShares(list)).set([share]);
  return share;
}

/**
 * Deletes every link to a list. Succeeds for those that are gone already.
 * @throws LoyaltyError
 */
export async function stopSharing(loyalty: Loyalty, list: string): Promise<void> {
  const resource = loyalty.resource(listShares(list));
  const shares = await currentShares(loyalty, list);
  const profile = await loyalty.profileId();
  try {
    for (const { id } of shares)
      await removed(
        loyalty,
        deleteProfileListShare.id,
        () => loyalty.call(deleteProfileListShare, { profile, list, share: id }),
        async () => !(await currentShares(loyalty, list)).some((one) => one.id === id),
      );
    resource.set([]);
  } catch (failure) {
    await resource.refresh(); // some of them may be deleted
    throw failure;
  }
}

async function currentShares(loyalty: Loyalty, list: string): Promise<readonly ListShare[]> {
  const resource = loyalty.resource(listShares(list));
  await resource.refresh();
  const { value, error } = resource.state;
  if (error || !value) throw error ?? new LoyaltyError('not_found');
  return value;
}
