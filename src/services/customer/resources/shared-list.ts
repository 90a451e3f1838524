import {
  addListItemReservation,
  deleteListItemReservation,
  editListItemReservation,
  listItemReservations,
  readListShareWithoutProfile,
} from '../../contract/endpoints/lists.ts';
import type { Call } from '../../transport/call.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { integer, record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { readList, readProduct, nullIfGone, type ListProduct, type ListSummary } from './list-records.ts';

/** A list as its link shows it: without its owner. */
export interface SharedList extends ListSummary {
  readonly items: readonly ListProduct[];
}

/** What a giver asks for. */
export interface ReservationRequest {
  readonly name: string;
  readonly quantity: number;
  /** The same for every repetition. */
  readonly idempotencyKey: string;
}

/** A giver's own reservation of an item. */
export interface OwnReservation {
  readonly itemId: number;
  readonly id: string;
  readonly quantity: number;
  readonly isBought: boolean;
  /** Of a giver without an account: permits to change and undo the reservation. */
  readonly secret: string | undefined;
}

/**
 * GET the list of a share. Guests send no token: the link is the permission (J24). The owner's name is not requested, so that customers and
 * guests see the same. `null` for a link that opens nothing.
 */
export const sharedList = (share: string): ResourceDefinition<SharedList | null> => ({
  key: `shared-list ${share}`,
  async load(loyalty) {
    const call = await callerOf(loyalty);
    // Read before `nullIfGone()`: an empty reply is no link that opens nothing.
    return nullIfGone(call(readListShareWithoutProfile, { handle: share }).then(readSharedList));
  },
});

function readSharedList(reply: unknown): SharedList {
  const data = record(record(reply).data);
  const list = readList(data);
  if (!list) throw new LoyaltyError('bad_response', 'No list.');
  return { ...list, items: readEach(data.items, readProduct) };
}

/** Calls as the customer, or for a guest without a token. */
async function callerOf(loyalty: Loyalty): Promise<Call> {
  return loyalty.profileId().then(
    () => loyalty.call,
    async (error: unknown) => {
      if (toLoyaltyError(error).code !== 'unauthenticated') throw error;
      return (await loyalty.session()).callWithoutToken;
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
  itemIds: readonly number[],
): Promise<readonly OwnReservation[]> {
  const profileId = await loyalty.profileId().catch((error) => {
    if (toLoyaltyError(error).code !== 'unauthenticated') throw error;
  });
  if (!profileId) return [];
  const found = itemIds.map(async (itemId) => {
    const { data } = record(await loyalty.call(listItemReservations, { itemId, query: { share } }));
    return readEach(data, (wire) =>
      // From the day of the list on, its owner gets the reservations of others, too.
      text(record(wire)['profile_id']) === profileId ? readReservation(wire, itemId) : undefined,
    );
  });
  return (await Promise.all(found)).flat();
}

function readReservation(wire: unknown, itemId: number): OwnReservation | undefined {
  const { id: rawId, quantity, status, secret } = record(wire);
  const id = text(rawId);
  if (!id || status === 'cancelled') return undefined;
  return {
    itemId,
    id,
    quantity: Math.max(1, integer(quantity) ?? 1),
    isBought: status === 'purchased',
    secret: text(secret),
  };
}

/**
 * Reserves an item of a shared list. A repetition with the same idempotency key reserves nothing twice; a giver without an account gets
 * the reservation with a new secret.
 * @throws LoyaltyError `not_found` for an item or share that is gone, `validation` with `fields.quantity` for more pieces than are left
 */
export async function reserveItem(
  loyalty: Loyalty,
  share: string,
  itemId: number,
  { idempotencyKey, ...body }: ReservationRequest,
): Promise<OwnReservation> {
  const call = await callerOf(loyalty);
  const reply = record(
    await call(addListItemReservation, { itemId, query: { share }, body, idempotencyKey }),
  );
  const reservation = readReservation(reply.data, itemId);
  if (!reservation) throw new LoyaltyError('bad_response', 'The reservation came without an id.');
  return reservation;
}

/**
 * Marks a reservation as bought.
 * @throws LoyaltyError `not_found` for a reservation that is gone
 */
export async function setBought(loyalty: Loyalty, reservation: OwnReservation): Promise<OwnReservation> {
  const call = await callerOf(loyalty);
  await call(editListItemReservation, { ...addressOf(reservation), body: { status: 'purchased' } });
  return { ...reservation, isBought: true };
}

/**
 * Undoes a reservation. Succeeds where it is gone already.
 * @throws LoyaltyError
 */
export async function undoReservation(loyalty: Loyalty, reservation: OwnReservation): Promise<void> {
  const call = await callerOf(loyalty);
  await call(deleteListItemReservation, addressOf(reservation)).catch((error) => {
    if (toLoyaltyError(error).code !== 'not_found') throw error;
  });
}

const addressOf = ({ itemId, id, secret }: OwnReservation) => ({
  itemId,
  reservationId: id,
  query: secret ? { secret } : undefined,
});
