import { toLoyaltyError } from '../../transport/errors.ts';
import { integer, moment, record, text } from '../../transport/read.ts';
import { webAddress } from '../../transport/read-records.ts';

// What the lists of a customer, a shared list and a registry read from the same records (spec 4.6, G4).

/** A wishlist, gift registry or style guide. */
export interface ListSummary {
  readonly id: number;
  readonly handle: string;
  readonly name: string;
  readonly type: 'wishlist' | 'registry' | 'style-guide';
  readonly description: string | undefined;
  /** The day of the occasion. */
  readonly eventAt: Date | undefined;
}

/** A product on a list. */
export interface ListProduct {
  readonly id: number;
  readonly productId: string;
  /** `undefined` when the shop no longer has the product. */
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly imageUrl: string | undefined;
  /** Decimal text, such as `89.00`, in `currency` (ISO 4217). */
  readonly price: string | undefined;
  readonly currency: string | undefined;
  readonly note: string | undefined;
  /** Number of pieces that the owner wants. */
  readonly wanted: number;
  /** Number of pieces that givers reserved and have not bought yet. */
  readonly reserved: number;
  readonly bought: number;
}

const TYPES = ['wishlist', 'registry', 'style-guide'] as const;

/** A list of an unknown type is shown as a wishlist. */
export function readList(wire: unknown): ListSummary | undefined {
  const { id: rawId, handle: rawHandle, name, type, description, event_at } = record(wire);
  const id = integer(rawId);
  const handle = text(rawHandle);
  if (id === undefined || !handle) return undefined;
  return {
    id,
    handle,
    name: text(name) ?? handle,
    type: TYPES.find((known) => known === type) ?? 'wishlist',
    description: text(description),
    eventAt: moment(event_at),
  };
}

export function readProduct(wire: unknown): ListProduct | undefined {
  const { id: rawId, product_id, product, note, quantity, ...quantities } = record(wire);
  const id = integer(rawId);
  const productId = text(product_id);
  if (id === undefined || !productId) return undefined;
  const { name, url, image_url, price, currency } = record(product);
  return {
    id,
    productId,
    name: text(name),
    url: webAddress(url),
    imageUrl: webAddress(image_url),
    price: text(price),
    currency: text(currency),
    note: text(note),
    wanted: Math.max(1, integer(quantity) ?? 1),
    reserved: count(quantities['quantity_reserved']),
    bought: count(quantities['quantity_purchased']),
  };
}

/** The reply, or `null` for a list or link that is gone: a state of its own, not a failure that the page could correct. */
export const nullIfGone = <T>(reply: Promise<T>): Promise<T | null> =>
  reply.catch((thrown: unknown) => {
    if (toLoyaltyError(thrown).code !== 'not_found') throw thrown;
    return null;
  });

const count = (value: unknown): number => Math.max(0, integer(value) ?? 0);

/** Number of pieces that can still be reserved. */
export const piecesLeft = ({ wanted, reserved, bought }: ListProduct): number =>
  Math.max(0, wanted - reserved - bought);
