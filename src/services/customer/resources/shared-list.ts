import { listItemReservations, readListShareWithoutProfile } from '../../contract/endpoints/lists.ts';
import type { Call } from '../../transport/call.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { listIn } from '../../transport/paging.ts';
import { integer, record, text, type Id } from '../../transport/read.ts';
import { requireValue, oneOf, readRecords, readReply } from '../../transport/read-records.ts';
import { callWithoutToken } from '../guest-call.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { readList, readProduct, nullIfGone, type ListProduct, type ListSummary } from './list-records.ts';

/** A list as its link shows it: without its owner. */
export interface SharedList extends ListSummary {
  readonly items: readonly ListProduct[];
}

/** A giver's own reservation of an item. */
export interface OwnReservation {
  readonly itemId: Id;
  /** `undefined` where it is made, and its reply could not be read: it cannot be changed before it is read again. */
  readonly id: string | undefined;
  readonly quantity: number;
  readonly isBought: boolean;
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

/**
 * A customer's own reservations on a shared list, requested for each item. None for guests: they keep theirs on the device.
 * @throws LoyaltyError
 */
export async function ownReservations(
  loyalty: Loyalty,
  share: string,
  itemIds: readonly Id[],
): Promise<readonly OwnReservation[]> {
  const profileId = await loyalty.profileId().catch((error) => {
    if (toLoyaltyError(error).code !== 'unauthenticated') throw error;
  });
  if (!profileId) return [];
  const found = itemIds.map(async (itemId) => {
    const wires = await browseReservations(loyalty, share, itemId);
    return readRecords(
      listItemReservations.id,
      wires,
      (wire) =>
        // From the day of the list on, its owner gets the reservations of others, too.
        text(record(wire)['profile_id']) === profileId ? readReservation(wire, itemId) : undefined,
      loyalty.report,
    );
  });
  return (await Promise.all(found)).flat();
}

const browseReservations = async (loyalty: Loyalty, share: string, itemId: Id): Promise<readonly unknown[]> =>
  listIn(
    record(await loyalty.call(listItemReservations, { itemId, query: { share } })),
    listItemReservations.id,
  );

/**
 * The customer's own reservation of an item; `undefined` for none.
 * @throws LoyaltyError where a reservation does not say whose it is, and for a guest, whose reservations cannot be read
 */
export async function ownReservation(
  loyalty: Loyalty,
  share: string,
  itemId: Id,
): Promise<OwnReservation | undefined> {
  const profileId = await loyalty.profileId();
  const wires = await browseReservations(loyalty, share, itemId);
  const own = wires.flatMap((wire) =>
    requireValue(text(record(wire)['profile_id']), 'profile_id', undefined) === profileId
      ? (readReservation(wire, itemId) ?? [])
      : [],
  );
  return own[0];
}

/**
 * @param made number of pieces of a reservation that has just been made: it may come without its status and this number
 * @throws LoyaltyError `bad_response` without an id, a status that is known and a number
 */
export function readReservation(wire: unknown, itemId: Id, made?: number): OwnReservation | undefined {
  const { id: rawId, quantity = made, status = made && 'reserved', secret } = record(wire);
  const known = oneOf(['reserved', 'purchased', 'cancelled'], 'status', status);
  if (known === 'cancelled') return undefined;
  return {
    itemId,
    id: requireValue(text(rawId), 'id', rawId),
    quantity: Math.max(1, requireValue(integer(quantity), 'quantity', quantity)),
    isBought: known === 'purchased',
    secret: text(secret),
  };
}
