import {
  addListItemReservation,
  deleteListItemReservation,
  editListItemReservation,
} from '../../contract/endpoints/list-reservations.ts';
import { record, type Id } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { ownReservation, readReservation } from '../resources/own-reservations.ts';
import { callerOf, type OwnReservation } from '../resources/shared-list.ts';
import { removed, write } from './writes.ts';

export { randomId } from '../../transport/random-id.ts';
export { ownReservations } from '../resources/own-reservations.ts';

/** What a giver asks for. */
export interface ReservationRequest {
  readonly name: string;
  readonly quantity: number;
  /** Of a pledge: decimal text, in the currency of the target. */
  readonly amount?: string;
  readonly currency?: string;
  /** The same for every repetition. */
  readonly idempotencyKey: string;
  /** Of a repetition: when the request before it was sent, in milliseconds since 1970. */
  readonly sentAt?: number | undefined;
}

/**
 * Reserves an item of a shared list. Where the answer is lost or cannot be read, a customer's reservations are read; those of a giver
 * without an account cannot be. A repetition has the same idempotency key: the giver then gets the reservation with a new secret.
 * @throws LoyaltyError `not_found` for an item or share that is gone, `validation` with `fields.quantity` for more pieces than are left,
 * with `fields.amount` for a pledge of more than is left
 */
export async function reserveItem(
  loyalty: Loyalty,
  share: string,
  itemId: Id,
  { idempotencyKey: key, sentAt, ...body }: ReservationRequest,
): Promise<OwnReservation> {
  const call = await callerOf(loyalty);
  return write<OwnReservation, undefined>(loyalty, {
    operation: addListItemReservation.id,
    once: { name: `reservation ${itemId}`, before: undefined, key, sentAt },
    send: (idempotencyKey) =>
      call(addListItemReservation, { itemId, query: { share }, body, idempotencyKey }),
    read: (reply) =>
      readReply(addListItemReservation.id, record(reply).data, (wire) =>
        readReservation(wire, itemId, body.quantity),
      ),
    find: () => ownReservation(loyalty, share, itemId),
    own: () => ({
      itemId,
      id: undefined,
      quantity: body.quantity,
      isBought: false,
      amount: body.amount,
      secret: undefined,
    }),
  });
}

/**
 * Marks a reservation as bought.
 * @throws LoyaltyError `not_found` for a reservation that is gone
 */
export async function setBought(
  loyalty: Loyalty,
  share: string,
  reservation: OwnReservation,
): Promise<OwnReservation> {
  const call = await callerOf(loyalty);
  const bought = { ...reservation, isBought: true };
  return write(loyalty, {
    operation: editListItemReservation.id,
    send: () => call(editListItemReservation, { ...addressOf(reservation), body: { status: 'purchased' } }),
    read: () => bought,
    async find() {
      const found = await ownReservation(loyalty, share, reservation.itemId);
      return found?.isBought ? bought : undefined;
    },
    own: () => bought,
  });
}

/**
 * Undoes a reservation. Succeeds where it is gone already.
 * @throws LoyaltyError
 */
export async function undoReservation(
  loyalty: Loyalty,
  share: string,
  reservation: OwnReservation,
): Promise<void> {
  const call = await callerOf(loyalty);
  await removed(
    loyalty,
    deleteListItemReservation.id,
    () => call(deleteListItemReservation, addressOf(reservation)),
    async () => !(await ownReservation(loyalty, share, reservation.itemId)),
  );
}

const addressOf = ({ itemId, id, secret }: OwnReservation) => ({
  itemId,
  reservationId: id ?? '',
  query: secret ? { secret } : undefined,
});
