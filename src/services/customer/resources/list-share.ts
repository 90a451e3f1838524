import {
  addProfileListShare,
  deleteProfileListShare,
  profileListShares,
} from '../../contract/endpoints/lists.ts';
import { LoyaltyError } from '../../transport/errors.ts';
import { readId, record, text, type Id } from '../../transport/read.ts';
import { requireValue, readEnd, readReply } from '../../transport/read-records.ts';
import { browseRecords } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { removed, write } from '../writes.ts';
import { nullIfGone } from './list-records.ts';

/** A link to a list of the customer. */
export interface ListShare {
  readonly id: Id;
  /** Random text: whoever has it can open the list. */
  readonly handle: string;
}

/**
 * GET the shares of a list, by its id or handle; `null` where there is no such list. A share that has ended or permits to edit the list is
 * not among them.
 */
export const listShares = (list: string): ResourceDefinition<readonly ListShare[] | null> => ({
  key: `list-shares ${list}`,
  async load(loyalty) {
    const profile = await loyalty.profileId();
    return nullIfGone(browseRecords(loyalty, profileListShares, { profile, list }, readShare));
  },
});

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

function readShare(wire: unknown): ListShare | undefined {
  const { id: rawId, handle: rawHandle, role, expires_at } = record(wire);
  const hasEnded = (readEnd(expires_at, 'expires_at')?.getTime() ?? Infinity) <= Date.now();
  if (hasEnded || role === 'editor') return undefined;
  return {
    id: requireValue(readId(rawId), 'id', rawId),
    handle: requireValue(text(rawHandle), 'handle', rawHandle),
  };
}
