import { writeJson, type OwnReservation, type ReservationRequest, type Id } from '../../services/index.ts';

// The reservations of givers without an account. Only their device can undo them: the service returns a secret once.

const KEY = 'loyalty-elements reservations';

/** Reservations that could not be stored, by the handle of the share: known until the page is left. */
const unstored = new Map<string, OwnReservation[]>();

type Stored = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Stored => typeof value === 'object' && value !== null;

/** The stored reservations by the handle of their share. Storage of the browser is hostile input, too. */
function readAll(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isObject(stored) ? stored : {};
  } catch {
    return {}; // no storage, or not JSON
  }
}

export function readReservations(share: string): OwnReservation[] {
  const left = unstored.get(share);
  if (left) return left;
  const stored = readAll()[share];
  return (Array.isArray(stored) ? stored : []).flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { itemId, id, quantity, isBought, amount, secret } = entry;
    return (isText(itemId) || Number.isSafeInteger(itemId)) &&
      Number.isSafeInteger(quantity) &&
      isText(id) &&
      isText(secret)
      ? {
          itemId: itemId as Id,
          id,
          quantity: Number(quantity),
          isBought: isBought === true,
          amount: isText(amount) ? amount : undefined,
          secret,
        }
      : [];
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Stores the reservations with a secret. */
export function storeReservations(share: string, reservations: readonly OwnReservation[]): void {
  const { [share]: _, ...others } = readAll();
  const secret = reservations.filter((reservation) => reservation.secret);
  try {
    localStorage.setItem(KEY, writeJson(secret.length ? { ...others, [share]: secret } : others)!);
    unstored.delete(share);
  } catch {
    unstored.set(share, secret); // no storage, or it is full
  }
}

/** By item: requests that may have reserved it, because their answer did not arrive, or the page was left before. */
export type OpenRequests = ReadonlyMap<Id, ReservationRequest>;

/** The requests of a giver without an account, who sent them in this tab. The service checks their values when they are repeated. */
export function readRequests(share: string): OpenRequests {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY + share)!) as [Id, ReservationRequest][]);
  } catch {
    return new Map(); // no storage, or no entries
  }
}

export function storeRequests(share: string, requests: OpenRequests): void {
  try {
    sessionStorage.setItem(KEY + share, writeJson([...requests])!);
  } catch {
    // Without storage the requests are known until the page is left.
  }
}
