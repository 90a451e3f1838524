import { sql } from 'kysely';
import type { GiveBack } from '../../../src/services/contract/incentives/redemptions.ts';
import type { TakenLot } from '../database/incentive-tables.ts';
import type { Database, Row } from '../database/tables.ts';
import { invalid, notFound } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { recordId, timestamp } from '../api/formats.ts';
import { writeEntry } from '../credits/credit-ledger.ts';
import { CURRENCY } from '../commerce/amounts.ts';
import { digitsOf } from '../programme/check-money.ts';
import { decimalText, smallestUnits, type Currency } from '../programme/money.ts';
import { returnPoints } from '../points/give-points.ts';
import { writeRedemption, type NewItem } from './write-redemption.ts';

type Item = Row<'redemption_items'>;

/** What is given back of an item. */
interface Part {
  readonly item: Item;
  /** As `value` of the item: points, or money in the smallest unit of its currency. */
  readonly value: number;
  /** As `amount` of the item: exact decimal text. */
  readonly amount: string;
  /** For points: the amounts by lot. */
  readonly lots: readonly TakenLot[];
}
type Returning = Pick<KnownCall, 'db' | 'note'>;

/**
 * Returns items of a redemption or parts of them (`return`), or all that is left of them (`reversal`). Redemptions are never
 * changed: this writes another redemption with a negative total, linked to its source. Throws 404 and 422.
 */
export async function returnRedemption(
  call: Returning,
  type: 'return' | 'reversal',
  profileId: string,
  redemptionId: string,
  body: GiveBack,
): Promise<number> {
  const { db } = call;
  const source = await lockRedemption(db, profileId, redemptionId);
  if (source.linked_source_type === 'redemption') {
    throw invalid({ redemption: ['What was given back cannot be given back.'] });
  }
  const parts = await chosenParts(db, source, type === 'return' ? body.items : undefined);
  for (const part of parts) {
    await checkUsable(db, part.item);
    await restore(db, profileId, part);
  }
  return await writeRedemption(call, {
    profileId,
    type,
    source: source.id,
    currency: source.currency,
    exchangeRate: source.exchange_rate,
    total: await totalOf(db, parts),
    placed: {
      location_id: source.location_id,
      external_id: null,
      meta: JSON.stringify(body.reason ? [body.reason] : []),
      transaction_id: source.transaction_id,
      transaction_external_id: source.transaction_external_id,
      transaction_receipt_ref: source.transaction_receipt_ref,
      transaction: source.transaction && JSON.stringify(source.transaction),
    },
    items: parts.map(mirrored),
  });
}

async function lockRedemption(db: Database, profileId: string, id: string): Promise<Row<'redemptions'>> {
  const number = recordId(id);
  const row =
    number === undefined
      ? undefined
      : await db
          .selectFrom('redemptions')
          .selectAll()
          .where('id', '=', number)
          .where('profile_id', '=', profileId)
          .forUpdate()
          .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Items with what was given back of each before. */
async function itemsOf(db: Database, redemptionId: number): Promise<(Item & Given)[]> {
  return await db
    .selectFrom('redemption_items as item')
    .selectAll('item')
    .select([
      sql<number>`(select count(*) from redemption_items where returns_item_id = item.id)`.as('returns'),
      sql<number>`(select coalesce(sum(value), 0)::bigint from redemption_items where returns_item_id = item.id)`.as(
        'value_back',
      ),
      sql<string>`(select coalesce(sum(amount), 0)::text from redemption_items where returns_item_id = item.id)`.as(
        'amount_back',
      ),
    ])
    .where('item.redemption_id', '=', redemptionId)
    .orderBy('item.id')
    .execute();
}

interface Given {
  readonly returns: number;
  readonly value_back: number;
  readonly amount_back: string;
}

async function chosenParts(
  db: Database,
  { id: redemptionId, currency }: Row<'redemptions'>,
  chosen: GiveBack['items'],
): Promise<Part[]> {
  const rows = await itemsOf(db, redemptionId);
  if (!chosen) {
    const open = rows.filter(isOpen);
    if (open.length === 0) throw invalid({ redemption: ['This redemption has been given back.'] });
    return await Promise.all(open.map((item) => partOf(db, item)));
  }
  if (chosen.length === 0) throw invalid({ items: ['The items field names none.'] });
  if (new Set(chosen.map(({ id }) => id)).size < chosen.length)
    throw invalid({ items: ['The items field names an item twice.'] });
  const parts: Part[] = [];
  for (const [index, { id, count, value, currency: named }] of chosen.entries()) {
    // Credits whose definition names no currency are in that of the programme.
    if (named && named !== (currency ?? CURRENCY))
      throw invalid({ [`items.${index}.currency`]: [`The redemption is in ${currency ?? CURRENCY}.`] });
    const item = rows.find((row) => row.id === id);
    if (!item) throw invalid({ items: [`There is no such item: ${id}.`] });
    if (!isOpen(item)) throw invalid({ items: [`The item ${id} has been given back.`] });
    if ((count ?? item.count) !== item.count)
      throw invalid({ items: [`The item ${id} is ${item.count}, given back as a whole.`] });
    parts.push(await partOf(db, item, value ?? undefined, { field: `items.${index}.value`, currency }));
  }
  return parts;
}

/** Whether a part of the item has not been given back yet. An item with the value 0 can be given back once. */
const isOpen = (item: Item & Given): boolean =>
  item.returns === 0 || (isDivisible(item) && item.value_back < item.value);

/** Rewards and benefits are given back as a whole. */
const isDivisible = ({ type }: Item): boolean => type === 'credit' || type === 'point';

/** The part of an item to give back: `wanted`, or all that was not given back before. Throws 422 if `wanted` is more than that. */
async function partOf(
  db: Database,
  item: Item & Given,
  wanted?: string,
  { field = 'items', currency = null }: { readonly field?: string; readonly currency?: string | null } = {},
): Promise<Part> {
  const left = { value: item.value - item.value_back };
  if (wanted === undefined) {
    const amount = await difference(db, item.amount, item.amount_back);
    return { item, value: left.value, amount, lots: lotsOf(item, left.value) };
  }
  if (!isDivisible(item))
    throw invalid({ [field]: [`A ${item.type} is given back as a whole: leave out value.`] });
  const digits = item.type === 'point' ? POINTS : await digitsOf(db, currency);
  const units = smallestUnits(wanted, digits);
  if (units === undefined || units <= 0n)
    throw invalid({
      [field]: [
        `The value field has to be above 0, with at most ${digits.decimals} digits behind the point.`,
      ],
    });
  if (units > BigInt(left.value))
    throw invalid({
      [field]: [`Of the item ${item.id}, ${decimalText(BigInt(left.value), digits)} is left to give back.`],
    });
  const value = Number(units);
  return { item, value, amount: item.type === 'credit' ? wanted : '0', lots: lotsOf(item, value) };
}

const POINTS: Currency = { code: null, decimals: 0 };

/** The lots that a part of points goes back to: those that were used last, which expire last, first. */
function lotsOf({ lots, value_back: before }: Item & Given, value: number): TakenLot[] {
  const found: TakenLot[] = [];
  let skip = before;
  let wanted = value;
  for (const lot of [...(lots ?? [])].reverse()) {
    const skipped = Math.min(skip, lot.amount);
    skip -= skipped;
    const amount = Math.min(wanted, lot.amount - skipped);
    wanted -= amount;
    if (amount > 0) found.push({ ...lot, amount });
  }
  return found;
}

/** PostgreSQL subtracts decimals exactly. */
async function difference(db: Database, from: string, less: string): Promise<string> {
  const { rows } = await sql<{
    left: string;
  }>`select (${from}::numeric - ${less}::numeric)::text as left`.execute(db);
  return rows[0]?.left ?? from;
}

/**
 * Throws 422 for an instance that has expired or was deleted: what is given back to it could never be used. Points need no check: those of
 * a lot that has expired expire again, with an entry in the ledger.
 */
async function checkUsable(db: Database, item: Item): Promise<void> {
  for (const model of ['credit', 'reward', 'benefit'] as const) {
    const id = item[`${model}_id`];
    if (id === null) continue;
    const { expires_at: end, deleted_at: deletion } = await db
      .selectFrom(`${model}s`)
      .select(['expires_at', (model === 'credit' ? deletedAt : never).as('deleted_at')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const refused = (why: string) => invalid({ redemption: [`The ${model} ${id} ${why}`] });
    if (deletion !== null) throw refused('was deleted: issue another one instead.');
    if (end !== null && end <= new Date())
      throw refused(`expired at ${timestamp(end)}: extend it first (POST /v3/${model}s/extend).`);
  }
}

const deletedAt = sql<Date | null>`deleted_at`;
/** Rewards and benefits that were redeemed cannot be deleted. */
const never = sql<Date | null>`null::timestamptz`;

/** Restores the points, credit or instance of the redemption. */
async function restore(db: Database, profileId: string, { item, amount, lots }: Part): Promise<void> {
  const source = { type: 'redemption', id: String(item.redemption_id) };
  if (item.type === 'point') {
    await returnPoints(db, { profileId, lots, reason: 'Points given back', source });
  }
  if (item.reward_id !== null) {
    await db
      .updateTable('rewards')
      .set({ redeemed_at: null, updated_at: sql`now()` })
      .where('id', '=', item.reward_id)
      .execute();
  }
  if (item.benefit_id !== null) {
    await db
      .updateTable('benefits')
      .set({ uses_left: sql`uses_left + 1`, updated_at: sql`now()` })
      .where('id', '=', item.benefit_id)
      .execute();
  }
  if (item.credit_id !== null) {
    const credit = { id: item.credit_id, profile_id: profileId };
    await writeEntry(db, credit, 'return', amount, 'Credit given back');
  }
}

const mirrored = ({ item, value, amount }: Part): NewItem => ({
  type: item.type,
  value,
  count: item.count,
  amount,
  benefit_id: item.benefit_id,
  reward_id: item.reward_id,
  credit_id: item.credit_id,
  definition_id: item.definition_id,
  returns_item_id: item.id,
});

/** Below zero, in the unit of the source; PostgreSQL adds decimals exactly. */
async function totalOf(db: Database, parts: readonly Part[]): Promise<string> {
  const amounts = parts.map(({ item, value, amount }) =>
    // A reward is worth money or points.
    item.type === 'credit' || Number(amount) !== 0 ? amount : String(value),
  );
  const { rows } = await sql<{ total: string }>`
    select (-sum(amount))::text as total from unnest(${amounts}::numeric[]) as amount`.execute(db);
  const total = rows[0]?.total ?? '0';
  return total === '-0' ? '0' : total;
}
