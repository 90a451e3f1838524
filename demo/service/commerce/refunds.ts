import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { publish } from '../platform/events/publish.ts';
import { invalid } from '../api/problem.ts';
import { lockProfiles } from '../profiles/profile-rows.ts';
import { CURRENCY, decimalOf, millionths } from './amounts.ts';
import { amountLeft, purchaseRefunded, reasonOf } from './purchase-points.ts';

type Purchase = Row<'transactions'>;
type Line = Row<'transaction_items'>;

/** A refund is a transaction with a total below zero. */
export const isRefund = ({ total }: Pick<Purchase, 'total'>): boolean => millionths(total) < 0n;

/**
 * Applies a refund to the purchases that it refunds, in whole or by line, and takes back their points. ASSUMPTION G63:
 * these are the one that `refund_of` names; without it those with its receipt, then those of its order, then those of its
 * profile, the newest first. The refunds of a purchase are at most its total, those of a line at most the
 * line. Returns the refund, which gets the profile of its purchase. Throws 422.
 */
export async function applyRefund(work: Database, refund: Purchase): Promise<Purchase> {
  const purchases = await purchasesOf(work, refund);
  let left = -millionths(refund.total);
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

/** Locked together with their profiles: of two refunds at once, the second sees what the first one left. */
async function purchasesOf(work: Database, refund: Purchase): Promise<Purchase[]> {
  const found = await purchasesNamed(work, refund);
  const owners = found.flatMap(({ profile_id }) => profile_id ?? []);
  await lockProfiles(work, owners);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const locked = await work
    .selectFrom('transactions')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return ids.flatMap((id) => locked.find((one) => one.id === id) ?? []);
}

async function purchasesNamed(work: Database, refund: Purchase): Promise<Purchase[]> {
  const { refund_of: named, receipt_ref, order_id, profile_id } = refund;
  if (named !== null) return [await purchaseNamed(work, refund, named)];
  for (const condition of [
    receipt_ref === null ? undefined : sql<boolean>`receipt_ref = ${receipt_ref}`,
    order_id === null ? undefined : sql<boolean>`order_id = ${order_id}`,
    profile_id === null ? undefined : sql<boolean>`profile_id = ${profile_id}`,
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
          .where(
            sql<boolean>`total > (select coalesce(sum(amount), 0) from transaction_refunds where transaction_id = transactions.id)`,
          )
          .orderBy('transacted_at', 'desc')
          .orderBy('id', 'desc')
          .execute()
      : [];
    if (found.length > 0) return found;
  }
  return [];
}

async function purchaseNamed(work: Database, refund: Purchase, named: string): Promise<Purchase> {
  const purchase = await work
    .selectFrom('transactions')
    .selectAll()
    .where('external_id', '=', named)
    .executeTakeFirst();
  const refused = (why: string) => invalid({ refund_of: [why] });
  if (!purchase) throw refused('There is no transaction with this external_id.');
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
