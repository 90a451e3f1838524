import { listItemShape } from '../../../src/services/contract/lists.ts';
import { record, text } from '../../../src/services/transport/read.ts';
import { invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import type { Row } from '../database/tables.ts';
import { checkDigits, digitsOf } from '../programme/check-money.ts';
import { decimalText, localised, smallestUnits } from '../programme/money.ts';
import { itemViews } from './item-views.ts';
import { takenOf } from './reserved-quantities.ts';

// Several givers pay for one item together: ASSUMPTION. A pledge is a reservation with an amount; no money moves here.

/**
 * Stores what a request says of the chip-in of an item: null closes it, `undefined` changes nothing. Throws 422 on a list that is no gift
 * registry, without a target where the price is not known, for a target below what is pledged or in another currency, for an item of
 * which pieces are reserved, and for closing it while there are pledges.
 */
export async function setChipIn(
  call: Pick<KnownCall, 'db' | 'principal' | 'shopOrigin'>,
  itemId: number,
  asked: unknown,
): Promise<void> {
  if (asked === undefined) return;
  const { db } = call;
  const item = await db
    .selectFrom('list_items')
    .selectAll()
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { pieces, pledges, pledged } = await takenOf(db, { itemId });
  if (asked === null) {
    if (pledges)
      throw invalid({
        chip_in: [
          `Givers have pledged ${pledges} times: chip-in can be closed when these pledges are undone.`,
        ],
      });
    await store(call, itemId, { target: null, currency: null });
    return;
  }
  await checkRegistry(call, item.list_id);
  if (pieces) throw invalid({ chip_in: ['Pieces are reserved or bought already: givers cannot chip in.'] });
  const wanted = await chipInOf(call, item, record(asked));
  const digits = await digitsOf(db, wanted.currency);
  checkDigits(listItemShape.edit, { chip_in: wanted }, digits);
  if (pledges && wanted.currency !== item.chip_in_currency)
    throw invalid({ 'chip_in.currency': [`The pledges are in ${item.chip_in_currency}: it cannot change.`] });
  const unitsOf = (amount: string): bigint => smallestUnits(amount, digits) ?? 0n;
  if (unitsOf(wanted.target) < unitsOf(pledged))
    throw invalid({
      'chip_in.target': [
        `${localised(pledged, wanted.currency)} is pledged already: the target cannot be lower.`,
      ],
    });
  await store(call, itemId, wanted);
}

async function checkRegistry({ db }: Pick<KnownCall, 'db'>, listId: number): Promise<void> {
  const { type } = await db
    .selectFrom('lists')
    .select('type')
    .where('id', '=', listId)
    .executeTakeFirstOrThrow();
  if (type !== 'registry') throw invalid({ chip_in: ['Givers chip in for items of gift registries only.'] });
}

/** Target and currency with what the request leaves out: as they are, or, of an item that is opened, price times quantity. */
async function chipInOf(
  call: Pick<KnownCall, 'db' | 'principal' | 'shopOrigin'>,
  item: Row<'list_items'>,
  asked: Readonly<Record<string, unknown>>,
): Promise<{ readonly target: string; readonly currency: string }> {
  const [view] = await itemViews(call, [item]);
  const price = view?.variant?.price ?? view?.product?.price ?? null;
  const code = view?.product?.currency ?? null;
  const currency = text(asked['currency']) ?? item.chip_in_currency ?? code;
  const target = text(asked['target']) ?? item.chip_in_target;
  if (currency === null)
    throw invalid({ 'chip_in.currency': ['The target needs its currency, such as EUR.'] });
  if (target !== null) return { target, currency };
  if (price === null || currency !== code)
    throw invalid({ 'chip_in.target': [`The price in ${currency} is not known: send the target.`] });
  const digits = await digitsOf(call.db, currency);
  const units = smallestUnits(price, digits);
  if (!units)
    throw invalid({ 'chip_in.target': ['The product has no price that can be a target: send one.'] });
  return { target: decimalText(units * BigInt(item.quantity), digits), currency };
}

const store = (
  { db }: Pick<KnownCall, 'db'>,
  itemId: number,
  { target, currency }: { readonly target: string | null; readonly currency: string | null },
) =>
  db
    .updateTable('list_items')
    .set({ chip_in_target: target, chip_in_currency: currency })
    .where('id', '=', itemId)
    .execute();
