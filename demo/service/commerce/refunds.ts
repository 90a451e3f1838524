import { sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { publish } from '../events/publish.ts';
import { invalid } from '../api/problem.ts';
import { lockProfiles } from '../profiles/profile-rows.ts';
import { CURRENCY, decimalOf, millionths } from './amounts.ts';
import { amountLeft, purchaseRefunded, reasonOf } from './purchase-points.ts';

type Purchase = Row<'transactions'>;
type Line = Row<'transaction_items'>;

/** A refund is a transaction with a total below zero. */
export const isRefund = ({ total }: Pick<Purchase, 'total'>): boolean => millionths(total) < 0n;

/**
 * Applies a refund to the purchases that it refunds, in whole or by line, and takes back their points. ASSUMPTION:
 * these are the one that `refund_of` names; without it those with its receipt, then those of its order, then those of its
 * profile that were made before it, the newest first. The refunds of a purchase are at most its total, those of a line at most the
 * line. What finds no purchase waits for one that arrives later (`applyOpenRefunds`). Returns the refund, which gets the profile of its
 * purchase. Throws 422 for a second refund of what was refunded.
 */
export async function applyRefund(work: Database, refund: Purchase): Promise<Purchase> {
  const { purchases, isNamed } = await purchasesOf(work, refund);
  if (isNamed) await checkRefundable(work, refund, purchases);
  return await refundPurchases(work, refund, purchases);
}

/**
 * Applies the refunds that arrived before their purchase. Call it before the purchase earns points: it then earns those of the amount that
 * is left.
 */
export async function applyOpenRefunds(work: Database, purchase: Purchase): Promise<void> {
  const { external_id, receipt_ref, order_id, profile_id } = purchase;
  const { rows } = await sql<Purchase>`
    select * from transactions as refund
    where total < 0 and -total > (select coalesce(sum(amount), 0) from transaction_refunds where refund_id = refund.id)
      and coalesce(currency, ${CURRENCY}) = coalesce(${purchase.currency}, ${CURRENCY})
      and coalesce(profile_id, ${profile_id}, '') = coalesce(${profile_id}, profile_id, '')
      and (refund_of = ${external_id}
        or (refund_of is null and (receipt_ref = ${receipt_ref} or order_id = ${order_id}::bigint
          or (profile_id = ${profile_id} and ${wasBefore(sql`${purchase.transacted_at}::timestamptz`, sql`transacted_at`)}))))
    order by transacted_at, id for update`.execute(work);
  for (const refund of rows) await refundPurchases(work, refund, [purchase]);
}

/** A till that knows only the day of a refund writes its midnight: the purchases of that day were made before it. */
const wasBefore = (purchase: RawBuilder<unknown>, refund: RawBuilder<unknown>) =>
  sql<boolean>`${purchase} <= ${refund} + interval '1 day'`;

interface References {
  readonly external_id: string;
  readonly refund_of?: string | null | undefined;
  readonly receipt_ref?: string | null | undefined;
  readonly order_id?: number | null | undefined;
  readonly profile_id?: string | null | undefined;
}

/** Of a refund and its purchase that arrive at once, the second transaction waits for the first and finds it. */
export async function lockRefunding(
  work: Database,
  { external_id, refund_of, receipt_ref, order_id, profile_id }: References,
): Promise<void> {
  const keys = [
    `purchase ${refund_of ?? external_id}`,
    ...(receipt_ref ? [`purchases of receipt ${receipt_ref}`] : []),
    ...(order_id ? [`purchases of order ${order_id}`] : []),
    ...(profile_id ? [`purchases of profile ${profile_id}`] : []),
  ];
  for (const key of keys.sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(work);
}

async function refundPurchases(
  work: Database,
  refund: Purchase,
  purchases: readonly Purchase[],
): Promise<Purchase> {
  let left = -millionths(refund.total) - (await appliedOf(work, refund));
  let pointsTaken = 0;
  const refunded: Purchase[] = [];
  for (const purchase of purchases) {
    const before = await amountLeft(work, purchase);
    const limits = [left, millionths(before), await refundableByLine(work, refund, purchase)];
    const amount = limits.reduce((least, limit) => (limit < least ? limit : least));
    if (amount <= 0n) continue;
    left -= amount;
    refunded.push(purchase);
    await work
      .insertInto('transaction_refunds')
      .values({ refund_id: refund.id, transaction_id: purchase.id, amount: decimalOf(amount) })
      .execute();
    const { profile_id: profileId } = purchase;
    if (profileId === null) continue;
    const after = decimalOf(millionths(before) - amount);
    const reason = `${reasonOf(purchase)}, refunded`;
    pointsTaken += await purchaseRefunded(work, { purchase, profileId, before, after, reason });
  }
  const assigned = await assignTo(work, refund, refunded[0]?.profile_id ?? null);
  await publish(work, {
    trigger: 'transaction.refunded',
    namespace: 'loyalty',
    profileId: assigned.profile_id,
    payload: {
      id: String(refund.id),
      external_id: refund.external_id,
      total: Number(refund.total),
      transactions: refunded.map(({ id }) => String(id)),
      points_taken: pointsTaken,
    },
  });
  return assigned;
}

/** Throws 422 where nothing is left of the purchases, or of their lines, and where a named purchase has less left than the refund. */
async function checkRefundable(
  work: Database,
  refund: Purchase,
  purchases: readonly Purchase[],
): Promise<void> {
  const amounts = await Promise.all(purchases.map((purchase) => amountLeft(work, purchase)));
  const left = amounts.reduce((sum, amount) => sum + millionths(amount), 0n);
  if (left === 0n) throw invalid({ total: ['This purchase has been refunded: nothing of it is left.'] });
  if (refund.refund_of !== null && -millionths(refund.total) > left)
    throw invalid({ total: [`Of this purchase ${decimalOf(left)} is left to refund.`] });
  const byLine = await Promise.all(purchases.map((purchase) => refundableByLine(work, refund, purchase)));
  if (byLine.every((amount) => amount <= 0n))
    throw invalid({ items: ['These lines have been refunded: nothing of them is left.'] });
}

async function appliedOf(work: Database, { id }: Purchase): Promise<bigint> {
  const { rows } = await sql<{ applied: string }>`
    select coalesce(sum(amount), 0)::text as applied from transaction_refunds where refund_id = ${id}`.execute(
    work,
  );
  return millionths(rows[0]?.applied ?? '0');
}

/** Assigns the refunds of a purchase to its new profile, except those that refund other purchases as well. */
export async function moveRefunds(work: Database, purchase: Purchase): Promise<void> {
  await sql`
    update transactions set profile_id = ${purchase.profile_id}
    where id in (select refund_id from transaction_refunds where transaction_id = ${purchase.id})
      and not exists (
        select from transaction_refunds where refund_id = transactions.id and transaction_id <> ${purchase.id})`.execute(
    work,
  );
}

async function assignTo(work: Database, refund: Purchase, owner: string | null): Promise<Purchase> {
  if (refund.profile_id !== null || owner === null) return refund;
  return await work
    .updateTable('transactions')
    .set({ profile_id: owner })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface Found {
  readonly purchases: readonly Purchase[];
  /** Whether the refund names them, by purchase, receipt or order. */
  readonly isNamed: boolean;
}

/** Locked together with their profiles: of two refunds at once, the second sees what the first one left. */
async function purchasesOf(work: Database, refund: Purchase): Promise<Found> {
  const { purchases: found, isNamed } = await purchasesNamed(work, refund);
  const owners = found.flatMap(({ profile_id }) => profile_id ?? []);
  await lockProfiles(work, owners);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { purchases: [], isNamed: false };
  const locked = await work
    .selectFrom('transactions')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return { purchases: ids.flatMap((id) => locked.find((one) => one.id === id) ?? []), isNamed };
}

async function purchasesNamed(work: Database, refund: Purchase): Promise<Found> {
  const { refund_of: named, receipt_ref, order_id, profile_id } = refund;
  if (named !== null) {
    const purchase = await purchaseNamed(work, refund, named);
    return { purchases: purchase ? [purchase] : [], isNamed: true };
  }
  for (const { condition, isNamed } of [
    {
      condition: receipt_ref === null ? undefined : sql<boolean>`receipt_ref = ${receipt_ref}`,
      isNamed: true,
    },
    { condition: order_id === null ? undefined : sql<boolean>`order_id = ${order_id}`, isNamed: true },
    {
      condition:
        profile_id === null
          ? undefined
          : sql<boolean>`profile_id = ${profile_id}
              and ${wasBefore(sql`transacted_at`, sql`${refund.transacted_at}::timestamptz`)}`,
      isNamed: false,
    },
  ]) {
    const found = condition
      ? await work
          .selectFrom('transactions')
          .selectAll()
          .where(condition)
          .where('total', '>', '0')
          .where(sql<boolean>`coalesce(currency, ${CURRENCY}) = coalesce(${refund.currency}, ${CURRENCY})`)
          .where(
            sql<boolean>`coalesce(profile_id, ${profile_id}, '') = coalesce(${profile_id}, profile_id, '')`,
          )
          .orderBy('transacted_at', 'desc')
          .orderBy('id', 'desc')
          .execute()
      : [];
    if (found.length > 0) return { purchases: found, isNamed };
  }
  return { purchases: [], isNamed: false };
}

/** The purchase that a refund names; undefined if it has not arrived. */
async function purchaseNamed(work: Database, refund: Purchase, named: string): Promise<Purchase | undefined> {
  const purchase = await work
    .selectFrom('transactions')
    .selectAll()
    .where('external_id', '=', named)
    .executeTakeFirst();
  const refused = (why: string) => invalid({ refund_of: [why] });
  if (!purchase) return undefined;
  if (isRefund(purchase) || purchase.id === refund.id)
    throw refused('A refund cannot be refunded: name the purchase.');
  if ((purchase.currency ?? CURRENCY) !== (refund.currency ?? CURRENCY))
    throw refused('The purchase has another currency.');
  const owners = [purchase.profile_id, refund.profile_id];
  if (!owners.includes(null) && owners[0] !== owners[1])
    throw refused('The purchase belongs to another profile.');
  return purchase;
}

/** The sum of the refund's lines, each limited to what is left of the purchase's lines that it matches. Without such lines there is no limit. */
async function refundableByLine(work: Database, refund: Purchase, purchase: Purchase): Promise<bigint> {
  const [lines, bought, before] = [
    await linesOf(work, [refund.id]),
    await linesOf(work, [purchase.id]),
    await linesOf(work, await earlierRefunds(work, refund, purchase)),
  ];
  const noLimit = -millionths(refund.total);
  if (!lines.some((line) => bought.some((one) => matches(line, one)))) return noLimit;
  const left = new Map(bought.map((line) => [line.id, amountOf(line)]));
  const take = (line: Line): bigint => {
    const matching = bought.filter((one) => matches(line, one));
    // A line that matches no line of the purchase has no limit.
    if (matching.length === 0) return amountOf(line);
    let open = amountOf(line);
    for (const { id } of matching) {
      const available = left.get(id) ?? 0n;
      const taken = open < available ? open : available;
      left.set(id, available - taken);
      open -= taken;
    }
    return amountOf(line) - open;
  };
  for (const line of before) take(line);
  return lines.reduce((sum, line) => sum + take(line), 0n);
}

const linesOf = (work: Database, ids: readonly number[]): Promise<Line[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : work
        .selectFrom('transaction_items')
        .selectAll()
        .where('transaction_id', 'in', ids)
        .orderBy('id')
        .execute();

async function earlierRefunds(work: Database, refund: Purchase, purchase: Purchase): Promise<number[]> {
  const rows = await work
    .selectFrom('transaction_refunds')
    .select('refund_id')
    .where('transaction_id', '=', purchase.id)
    .where('refund_id', '<>', refund.id)
    .execute();
  return rows.map(({ refund_id }) => refund_id);
}

/** Cash registers write the prices of refunds with or without a minus. */
function amountOf({ total }: Line): bigint {
  const amount = millionths(total);
  return amount < 0n ? -amount : amount;
}

/** Whether two lines are about the same product, by the most exact identifier that both have. */
function matches(line: Line, bought: Line): boolean {
  for (const name of ['variant_id', 'sku', 'product_id'] as const) {
    if (line[name] !== null && bought[name] !== null) return line[name] === bought[name];
  }
  return line.name === bought.name;
}
