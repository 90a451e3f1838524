import {
  editListItemReservation,
  readListItemReservation,
} from '../../contract/endpoints/list-reservations.ts';
import { record } from '../../transport/read.ts';
import { readReply } from '../../transport/read-records.ts';
import type { Loyalty } from '../loyalty.ts';
import { gifts, readGift, type Gift } from '../resources/gifts.ts';
import { write } from './writes.ts';

/**
 * Notes that the owner of a list has thanked a giver, or takes that back.
 * @throws LoyaltyError `not_found` where the giver has undone the gift, or its names are hidden again
 */
export async function setThanked(
  loyalty: Loyalty,
  list: string,
  { id, item }: Gift,
  isThanked: boolean,
): Promise<void> {
  const path = { itemId: item.id, reservationId: id };
  const thanked = (operation: string, reply: unknown) =>
    readReply(operation, record(reply).data, (wire) => readGift(wire, item)?.isThanked);
  await write<boolean | undefined>(loyalty, {
    operation: editListItemReservation.id,
    send: () => loyalty.call(editListItemReservation, { ...path, body: { is_thanked: isThanked } }),
    read: (reply) => thanked(editListItemReservation.id, reply),
    async find() {
      const reply = await loyalty.call(readListItemReservation, path);
      return thanked(readListItemReservation.id, reply) === isThanked ? isThanked : undefined;
    },
    own: () => isThanked,
  });
  const resource = loyalty.resource(gifts(list));
  const { value } = resource.state;
  if (value)
    resource.set({
      ...value,
      given: value.given.map((gift) => (gift.id === id ? { ...gift, isThanked } : gift)),
    });
}
