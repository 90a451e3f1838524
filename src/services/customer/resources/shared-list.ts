import { readListShareWithoutProfile } from '../../contract/endpoints/lists.ts';
import type { Call } from '../../transport/call.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { record, text, type Id } from '../../transport/read.ts';
import { requireValue, readRecords, readReply } from '../../transport/read-records.ts';
import { callWithoutToken } from '../guest-call.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { readList, readProduct, nullIfGone, type ListProduct, type ListSummary } from './list-records.ts';

/** A list as its link shows it: without its owner. */
export interface SharedList extends ListSummary {
  readonly items: readonly ListProduct[];
  /** Whether its link is an invitation to edit it. */
  readonly isInvitation?: boolean;
}

/** A giver's own reservation of an item. */
export interface OwnReservation {
  readonly itemId: Id;
  /** `undefined` where it is made, and its reply could not be read: it cannot be changed before it is read again. */
  readonly id: string | undefined;
  readonly quantity: number;
  readonly isBought: boolean;
  /** Of a pledge: decimal text in the currency of the item's target. */
  readonly amount?: string | undefined;
  /** Of a giver without an account: permits to change and undo the reservation. */
  readonly secret: string | undefined;
}

/**
 * GET the list of a share. Guests send no token: the link is the permission. The owner's name is not requested, so that customers and
 * guests see the same. `null` for a link that opens nothing.
 */
export const sharedList = (share: string): ResourceDefinition<SharedList | null> => ({
  key: `shared-list ${share}`,
  async load(loyalty) {
    const call = await callerOf(loyalty);
    // Read inside of `nullIfGone()`: only a reply of 404 says that there is no such link. An empty one is an error.
    return nullIfGone(
      call(readListShareWithoutProfile, { handle: share }).then((reply) => readSharedList(reply, loyalty)),
    );
  },
});

function readSharedList(reply: unknown, { report }: Loyalty): SharedList {
  const { id } = readListShareWithoutProfile;
  const data = record(record(reply).data);
  return readReply(id, data, () => ({
    ...readList(data),
    // No default as for own lists: the handle of a share is a random text, not a name.
    name: requireValue(text(data.name), 'name', data.name),
    isInvitation: record(data.share)['role'] === 'editor',
    items: readRecords(
      id,
      requireValue(Array.isArray(data.items) ? (data.items as unknown[]) : undefined, 'items', data.items),
      readProduct,
      report,
      'items.',
    ),
  }));
}

/** Calls as the customer, or for a guest without a token. */
export async function callerOf(loyalty: Loyalty): Promise<Call> {
  return loyalty.profileId().then(
    () => loyalty.call,
    (error: unknown) => {
      if (toLoyaltyError(error).code !== 'unauthenticated') throw error;
      return callWithoutToken(loyalty);
    },
  );
}
