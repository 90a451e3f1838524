import { sql } from 'kysely';
import { reservationShape } from '../../../src/services/contract/lists.ts';
import type { Database, Row } from '../database/tables.ts';
import { conflict, invalid, notFound } from '../api/problem.ts';
import { checkDigits, digitsOf } from '../programme/check-money.ts';
import { decimalText, localised, smallestUnits } from '../programme/money.ts';

export interface Quantities {
  readonly reserved: number;
  readonly purchased: number;
  /** Sum of the pledges for the item as decimal text, and their number. */
  readonly pledged: string;
  readonly pledges: number;
}

// A reservation is one of pieces, or a pledge of an amount: `amount` tells them apart. Cancelled ones do not count.
const ACTIVE = sql`resource = 'reservation' and fields ->> 'status' <> 'cancelled'`;
const IS_PLEDGE = sql`fields ? 'amount' and fields ->> 'amount' is not null`;
const PIECES = sql`(case when ${IS_PLEDGE} then 0 else (fields ->> 'quantity')::integer end)`;
const AMOUNT = sql`(fields ->> 'amount')::numeric`;

/** Reserved and bought quantities and pledges by the id of the item. */
export async function quantitiesOf(
  db: Database,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, Quantities>> {
  const { rows } = await sql<Quantities & { item: number }>`
    select split_part(parent, ':', 2)::bigint as item,
      coalesce(sum(${PIECES}) filter (where fields ->> 'status' = 'reserved'), 0)::integer as reserved,
      coalesce(sum(${PIECES}) filter (where fields ->> 'status' = 'purchased'), 0)::integer as purchased,
      coalesce(sum(${AMOUNT}), 0)::text as pledged, count(${AMOUNT})::integer as pledges
    from records
    where ${ACTIVE} and parent = any(${itemIds.map((id) => `list-item:${id}`)}::text[])
    group by parent`.execute(db);
  return new Map(rows.map(({ item, ...quantities }) => [Number(item), quantities]));
}

/** An item, or all items of a list. */
export type ReservedPlace = { readonly itemId: number } | { readonly listId: number };

/** A query of the parents of the reservations there. */
export const parentsOf = (of: ReservedPlace) =>
  'itemId' in of
    ? sql`select ${`list-item:${of.itemId}`}::text`
    : sql`select 'list-item:' || id from list_items where list_id = ${of.listId}`;

/** What an item, or all items of a list, have of givers. */
interface Taken {
  /** Reservations of pieces. */
  readonly reservations: number;
  readonly pieces: number;
  readonly pledges: number;
  /** Decimal text. */
  readonly pledged: string;
}

/** The reservations and pledges of an item or of all items of a list; `except` the one that is changed. */
export async function takenOf(db: Database, of: ReservedPlace, except: number | string = 0): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select (count(*) - count(${AMOUNT}))::integer as reservations, coalesce(sum(${PIECES}), 0)::integer as pieces,
      count(${AMOUNT})::integer as pledges, coalesce(sum(${AMOUNT}), 0)::text as pledged
    from records where ${ACTIVE} and parent in (${parentsOf(of)}) and id <> ${except}`.execute(db);
  return rows[0]!;
}

const CONFIRM = 'confirm';

/** Throws 409 for a deletion that would delete reservations as well, unless the request confirms it by `confirm=true`. */
export async function confirmReserved(
  db: Database,
  url: URL,
  what: string,
  of: ReservedPlace,
): Promise<void> {
  if (url.searchParams.get(CONFIRM) === 'true') return;
  const { reservations, pieces, pledges } = await takenOf(db, of);
  const given = [
    reservations && `${counted(reservations, 'reservation')} for ${counted(pieces, 'piece')}`,
    pledges && counted(pledges, 'pledge'),
  ].filter(Boolean);
  if (given.length)
    throw conflict(`This ${what} has ${given.join(' and ')}. To delete it with them, send ${CONFIRM}=true.`);
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Throws 422 when the wanted quantity of an item becomes smaller than what givers reserved and bought. The item is locked. */
export async function checkWanted(work: Database, itemId: number, wanted: number): Promise<void> {
  const { pieces } = await takenOf(work, { itemId });
  if (wanted < pieces)
    throw invalid({ quantity: [`${pieces} are reserved or bought already: not fewer can be wanted.`] });
}

/** Locks an item against other reservations of it. Throws 404 where it was deleted after it was looked up. */
export async function lockItem(
  work: Database,
  itemId: number,
): Promise<Pick<Row<'list_items'>, 'quantity' | 'chip_in_target' | 'chip_in_currency'>> {
  const item = await work
    .selectFrom('list_items')
    .select(['quantity', 'chip_in_target', 'chip_in_currency'])
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound();
  return item;
}

/** What a giver asks for: pieces, or an amount of an item that is open for chip-in. */
interface Wanted {
  readonly quantity?: unknown;
  readonly amount?: unknown;
  readonly currency?: unknown;
}

/**
 * Throws 422 for a reservation of more than the remaining quantity of an item, and for a pledge of more than the remaining amount. Locks
 * the item: of two givers who reserve the last one at the same time, one gets it. The database checks the amounts, too.
 */
export async function checkLeft(
  work: Database,
  itemId: number,
  wanted: Wanted,
  except: number | string = 0,
): Promise<void> {
  const item = await lockItem(work, itemId);
  const taken = await takenOf(work, { itemId }, except);
  if (typeof wanted.amount === 'string') return await checkAmountLeft(work, item, taken, wanted);
  if (typeof wanted.currency === 'string')
    throw invalid({ currency: ['A currency is for an amount: send both for a pledge, or none.'] });
  if (taken.pledges)
    throw invalid({
      quantity: ['Givers pay for it together: it cannot be reserved as a whole. Send an amount instead.'],
    });
  const left = Math.max(0, item.quantity - taken.pieces);
  if (Number(wanted.quantity) > left)
    throw invalid({ quantity: [left ? `Only ${left} left to reserve.` : 'All are reserved already.'] });
}

async function checkAmountLeft(
  work: Database,
  { chip_in_target: target, chip_in_currency: code }: Awaited<ReturnType<typeof lockItem>>,
  { pieces, pledged }: Taken,
  { amount, currency, quantity }: Wanted,
): Promise<void> {
  if (target === null || code === null)
    throw invalid({ amount: ['This item is not open for chip-in: reserve it as a whole.'] });
  if (pieces) throw invalid({ amount: ['It is reserved or bought as a whole already.'] });
  if (currency !== code)
    throw invalid({ currency: [`The target is in ${code}: the amount has to be, too.`] });
  if (quantity !== 1)
    throw invalid({ quantity: ['A pledge is for an amount, not for pieces: leave it out.'] });
  const digits = await digitsOf(work, code);
  checkDigits(reservationShape.add, { amount }, digits);
  const unitsOf = (text: unknown): bigint => smallestUnits(String(text), digits) ?? 0n;
  const left = unitsOf(target) - unitsOf(pledged);
  if (unitsOf(amount) > left)
    throw invalid({
      amount: [
        left > 0n
          ? `Only ${localised(decimalText(left, digits), code)} is left to pledge.`
          : `Nothing is left to pledge: ${localised(pledged, code)} of ${localised(target, code)} is pledged.`,
      ],
    });
}
