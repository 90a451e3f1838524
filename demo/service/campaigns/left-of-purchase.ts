import { sql } from 'kysely';
import { decimalOf, millionths } from '../commerce/amounts.ts';
import { amountOf, matches } from '../commerce/distribute-refunds.ts';
import type { Database, Row } from '../database/tables.ts';
import { pointsLeft, type RefundedAmount } from './points-of.ts';

type Purchase = Pick<Row<'transactions'>, 'id' | 'total'>;
type Line = Row<'transaction_items'>;

/** The part of a purchase that is not refunded. */
export interface Left {
  /** Decimal text, never below zero. */
  readonly amount: string;
  /** Points of campaigns. */
  readonly campaignPoints: number;
}

export const NOTHING_LEFT: Left = { amount: '0', campaignPoints: 0 };

/** Points that a campaign gave for a line, null for a purchase without lines, as they are stored. */
export interface StoredShare {
  readonly transaction_id: number;
  readonly item_id: number | null;
  readonly points: number;
}

interface Refund {
  readonly refund_id: number;
  readonly transaction_id: number;
  /** Decimal text. */
  readonly amount: string;
}

/** What is left of a stored purchase. */
export async function leftOf(work: Database, purchase: Purchase): Promise<Left> {
  const { rows } = await sql<{ amount: string; has_campaigns: boolean }>`
    select trim_scale(greatest(0, ${purchase.total}::numeric - coalesce(sum(amount), 0)))::text as amount,
      exists (select from transaction_campaigns where transaction_id = ${purchase.id}) as has_campaigns
    from transaction_refunds where transaction_id = ${purchase.id}`.execute(work);
  const { amount = '0', has_campaigns: hasCampaigns = false } = rows[0] ?? {};
  if (!hasCampaigns) return { amount, campaignPoints: 0 };
  const refunds = await work
    .selectFrom('transaction_refunds')
    .select(['refund_id', 'transaction_id', 'amount'])
    .where('transaction_id', '=', purchase.id)
    .execute();
  const lines = await work
    .selectFrom('transaction_items')
    .selectAll()
    .where('transaction_id', 'in', [purchase.id, ...refunds.map(({ refund_id: id }) => id)])
    .orderBy('id')
    .execute();
  const shares = (await sharesOf(work, [purchase.id])).get(purchase.id) ?? [];
  return leftAfter(purchase, { refunds, lines: byTransaction(lines), shares });
}

export async function sharesOf(
  work: Database,
  purchaseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredShare[]>> {
  const rows = await work
    .selectFrom('transaction_campaigns')
    .select(['transaction_id', 'item_id', 'points'])
    .where(sql<boolean>`transaction_id = any(${purchaseIds}::bigint[])`)
    .execute();
  return byTransaction(rows);
}

function byTransaction<One extends { readonly transaction_id: number }>(
  rows: readonly One[],
): ReadonlyMap<number, readonly One[]> {
  const found = new Map<number, One[]>();
  for (const row of rows) found.set(row.transaction_id, [...(found.get(row.transaction_id) ?? []), row]);
  return found;
}

interface Scope {
  /** Of this purchase, and perhaps of others. */
  readonly refunds: readonly Refund[];
  /** By the id of a purchase or refund. */
  readonly lines: ReadonlyMap<number, readonly Line[]>;
  readonly shares: readonly StoredShare[];
}

/** What is left of a purchase after these refunds. Depends on which refunds there are, and not on the order of their arrival. */
export function leftAfter({ id, total }: Purchase, { refunds, lines, shares }: Scope): Left {
  const own = refunds
    .filter((refund) => refund.transaction_id === id)
    .sort((a, b) => a.refund_id - b.refund_id);
  const refunded = own.reduce((sum, { amount }) => sum + millionths(amount), 0n);
  const left = millionths(total) - refunded;
  const amount = decimalOf(left > 0n ? left : 0n);
  if (shares.length === 0) return { amount, campaignPoints: 0 };
  const bought = lines.get(id) ?? [];
  const indexes = new Map(bought.map((line, index) => [line.id, index]));
  const campaignPoints = pointsLeft(
    { total, lines: bought },
    shares.map(({ item_id: item, points }) => ({
      line: item === null ? null : (indexes.get(item) ?? null),
      points,
    })),
    own.map((refund): RefundedAmount => ({
      amount: millionths(refund.amount),
      lines: (lines.get(refund.refund_id) ?? []).flatMap((line) => {
        const about = bought.flatMap((one, index) => (matches(line, one) ? [index] : []));
        return about.length > 0 ? [{ bought: about, amount: amountOf(line) }] : [];
      }),
    })),
  );
  return { amount, campaignPoints };
}
