import { toLoyaltyError } from '../../transport/errors.ts';
import { integer, moment, readId, record, text, type Id } from '../../transport/read.ts';
import { requireValue, oneOf } from '../../transport/read-records.ts';
import { WISHLIST } from '../../transport/page-parts.ts';
import { readItem, type ItemNote, type ProductDisplay } from '../lists/list-items.ts';

// What the lists of a customer, a shared list and a registry read from the same records (spec 4.6).

/** A wishlist, gift registry or style guide. */
export interface ListSummary {
  readonly id: Id;
  readonly handle: string;
  readonly name: string;
  readonly type: 'wishlist' | 'registry' | 'style-guide';
  readonly description: string | undefined;
  /** The day of the occasion; `null` for none, `undefined` where it is not known. */
  readonly eventAt: Date | null | undefined;
  /** Whether its gifts go to an address of the owner; `undefined` where the service does not say it. */
  readonly hasDelivery?: boolean | undefined;
  /** Of a list of another, which the profile edits. */
  readonly sharedBy?: SharedBy | undefined;
}

/** Whose list it is, and by which share the profile edits it. */
export interface SharedBy {
  /** First name of the owner; `undefined` where the service does not say it. */
  readonly name: string | undefined;
  readonly shareId: Id;
}

/** A product on a list. */
export interface ListProduct extends ProductDisplay, ItemNote {
  readonly id: Id;
  /** Number of pieces that the owner wants. This and the next two are `undefined` where the service does not say it. */
  readonly wanted: number | undefined;
  /** Number of pieces that givers reserved and have not bought yet. */
  readonly reserved: number | undefined;
  readonly bought: number | undefined;
  /** Where several givers pay for it together: what the service says of that, see `readChipIn`. */
  readonly chipIn: unknown;
  /** First name of the one who added it, where several edit the list. */
  readonly addedBy?: string | undefined;
}

const TYPES = ['wishlist', 'registry', 'style-guide'] as const;

/**
 * The list of the hearts may have no name: elements call it by their own.
 * @throws LoyaltyError `bad_response` without an id, a handle or a name, and for an unknown type
 */
export function readList(wire: unknown): ListSummary {
  const {
    id: rawId,
    handle: rawHandle,
    name,
    type,
    description,
    event_at,
    share_id,
    owner_name,
    has_delivery_address: hasDelivery,
  } = record(wire);
  const handle = requireValue(text(rawHandle), 'handle', rawHandle);
  const shareId = readId(share_id);
  return {
    id: requireValue(readId(rawId), 'id', rawId),
    handle,
    name: handle === WISHLIST ? (text(name) ?? 'Wishlist') : requireValue(text(name), 'name', name),
    type: oneOf(TYPES, 'type', type),
    description: text(description),
    eventAt: event_at === null ? null : moment(event_at),
    ...(typeof hasDelivery === 'boolean' && { hasDelivery }),
    ...(shareId !== undefined && { sharedBy: { name: text(owner_name), shareId } }),
  };
}

/** @throws LoyaltyError `bad_response` without an id and a product, and for a number of pieces that is not understood */
export function readProduct(wire: unknown): ListProduct {
  const fields = record(wire);
  const { quantity } = fields;
  return {
    ...readItem(fields),
    wanted: pieces(quantity, 'quantity', 1),
    reserved: pieces(fields['quantity_reserved'], 'quantity_reserved'),
    bought: pieces(fields['quantity_purchased'], 'quantity_purchased'),
    chipIn: fields['chip_in'] ?? undefined,
    addedBy: text(fields['added_by_name']),
  };
}

/** The reply, or `null` for a list or link that is gone: a state of its own, not a failure that the page could correct. */
export const nullIfGone = <T>(reply: Promise<T>): Promise<T | null> =>
  reply.catch((thrown: unknown) => {
    if (toLoyaltyError(thrown).code !== 'not_found') throw thrown;
    return null;
  });

const pieces = (value: unknown, field: string, least = 0): number | undefined =>
  value === undefined || value === null
    ? undefined
    : Math.max(least, requireValue(integer(value), field, value));

/** Number of pieces that can still be reserved; `undefined` where one of the numbers is not known. */
export const piecesLeft = ({ wanted, reserved, bought }: ListProduct): number | undefined =>
  wanted === undefined || reserved === undefined || bought === undefined
    ? undefined
    : Math.max(0, wanted - reserved - bought);

/** Number of pieces that are reserved or bought, as far as it is known. */
export const piecesTaken = ({ reserved = 0, bought = 0 }: ListProduct): number => reserved + bought;
