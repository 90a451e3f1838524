import { listItemReservations } from '../../contract/endpoints/list-reservations.ts';
import { listItems } from '../../contract/endpoints/lists.ts';
import { integer, record, text, type Id } from '../../transport/read.ts';
import { oneOf, readRecords, requireValue } from '../../transport/read-records.ts';
import { browse, browseRecords } from '../browse.ts';
import type { Loyalty, ResourceDefinition } from '../loyalty.ts';
import { nullIfGone, piecesTaken, readProduct, type ListProduct } from './list-records.ts';

// Who gave what, as the owner of a registry reads it after the day. Loaded when the owner asks for it.

/** What one giver has reserved, bought or pledged. */
export interface Gift {
  readonly id: Id;
  readonly item: ListProduct;
  /** As the giver has written it; `undefined` for none. */
  readonly name: string | undefined;
  readonly message: string | undefined;
  /** Number of pieces; 1 for a pledge. */
  readonly quantity: number;
  readonly isBought: boolean;
  /** Of a pledge: decimal text in `currency`, ISO 4217. */
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  /** Whether the owner has thanked the giver; `undefined` where the service cannot store it. */
  readonly isThanked: boolean | undefined;
}

export interface Gifts {
  readonly given: readonly Gift[];
  /** The numbers of the items say that more was given: these names stay hidden. */
  readonly areSomeHidden: boolean;
}

/** Requests for the reservations of an item that run at once. */
const AT_ONCE = 6;

/** GET the reservations of an own list, by its id or handle: one request for each reserved item. `null` where there is no such list. */
export const gifts = (list: string): ResourceDefinition<Gifts | null> => ({
  key: `gifts ${list}`,
  async load(loyalty) {
    const profile = await loyalty.profileId();
    const items = await nullIfGone(browseRecords(loyalty, listItems, { profile, list }, readProduct));
    if (!items) return null;
    const taken = items.filter((item) => numberOf(item) > 0);
    const given: Gift[] = [];
    for (let start = 0; start < taken.length; start += AT_ONCE) {
      const some = taken.slice(start, start + AT_ONCE).map((item) => giftsOf(loyalty, item));
      given.push(...(await Promise.all(some)).flat());
    }
    const known = (item: ListProduct) =>
      given
        .filter((gift) => gift.item === item)
        .reduce((sum, { amount, quantity }) => sum + (amount === undefined ? quantity : 1), 0);
    return { given, areSomeHidden: taken.some((item) => known(item) < numberOf(item)) };
  },
});

/** Pieces that are reserved or bought, and pledges. */
const numberOf = (item: ListProduct): number =>
  piecesTaken(item) + (integer(record(item.chipIn)['pledges']) ?? 0);

/** None for an item that is gone since the list was read. */
async function giftsOf(loyalty: Loyalty, item: ListProduct): Promise<readonly Gift[]> {
  const wires = await nullIfGone(browse(loyalty, listItemReservations, { itemId: item.id }));
  return readRecords(listItemReservations.id, wires ?? [], (wire) => readGift(wire, item), loyalty.report);
}

/** @throws LoyaltyError `bad_response` without an id, a status that is known and a number */
export function readGift(wire: unknown, item: ListProduct): Gift | undefined {
  const { id, name, message, quantity, status, amount, currency, is_thanked } = record(wire);
  const known = oneOf(['reserved', 'purchased', 'cancelled'], 'status', status);
  if (known === 'cancelled') return undefined;
  return {
    id: requireValue(text(id), 'id', id),
    item,
    name: text(name),
    message: text(message),
    quantity: Math.max(1, requireValue(integer(quantity), 'quantity', quantity)),
    isBought: known === 'purchased',
    amount: text(amount),
    currency: text(currency),
    isThanked: is_thanked === null ? false : isThankedOf(is_thanked),
  };
}

const isThankedOf = (value: unknown): boolean | undefined =>
  value === undefined
    ? undefined
    : requireValue(typeof value === 'boolean' ? value : undefined, 'is_thanked', value);
