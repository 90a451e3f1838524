import { listItemReservations } from '../../contract/endpoints/list-reservations.ts';
import { toLoyaltyError } from '../../transport/errors.ts';
import { listIn } from '../../transport/paging.ts';
import { integer, record, text, type Id } from '../../transport/read.ts';
import { oneOf, readRecords, requireValue } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import type { OwnReservation } from './shared-list.ts';

// What a giver has reserved. Loaded with what reserves: a page shows a list without it.

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
    amount: text(record(wire)['amount']),
    secret: text(secret),
  };
}
