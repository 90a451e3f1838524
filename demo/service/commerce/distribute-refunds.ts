import type { Row } from '../database/tables.ts';
import { millionths } from './amounts.ts';

type Purchase = Row<'transactions'>;
type Line = Row<'transaction_items'>;

/** A refund and the purchases that it can refund, in the order in which it takes from them. */
export interface OpenRefund {
  readonly refund: Purchase;
  readonly purchases: readonly Purchase[];
}

/** What other refunds, which stay as they are, have taken from a purchase. */
export interface Taken {
  /** Millionths. */
  readonly amount: bigint;
  readonly refundIds: readonly number[];
}

/** Refunded amounts in millionths, by the ids of refund and purchase. */
export type Distribution = ReadonlyMap<number, ReadonlyMap<number, bigint>>;

/**
 * Distributes refunds over purchases, one refund after the other: each takes at most what is left of a purchase, and of the lines that its
 * own lines match. The result depends on the order of the refunds alone, not on the one in which they arrived.
 */
export function distribute(
  refunds: readonly OpenRefund[],
  lines: ReadonlyMap<number, readonly Line[]>,
  taken: ReadonlyMap<number, Taken>,
): Distribution {
  const remainders = new Map<number, Remainder>();
  const remainderOf = (purchase: Purchase): Remainder => {
    const known = remainders.get(purchase.id) ?? new Remainder(purchase, lines, taken.get(purchase.id));
    remainders.set(purchase.id, known);
    return known;
  };
  const linesOf = ({ id }: Purchase) => lines.get(id) ?? [];
  return new Map(
    refunds.map(({ refund, purchases }) => {
      let open = -millionths(refund.total);
      const amounts = new Map<number, bigint>();
      for (const purchase of purchases) {
        const amount = remainderOf(purchase).take(open, linesOf(refund));
        if (amount > 0n) amounts.set(purchase.id, amount);
        open -= amount;
      }
      return [refund.id, amounts];
    }),
  );
}

/** What is left of a purchase, and of each of its lines, in millionths. */
export class Remainder {
  #left: bigint;
  #lines: ReadonlyMap<Line, bigint>;

  constructor({ id, total }: Purchase, lines: ReadonlyMap<number, readonly Line[]>, taken?: Taken) {
    this.#left = millionths(total) - (taken?.amount ?? 0n);
    // A line without an amount limits nothing.
    const bought = (lines.get(id) ?? []).filter((line) => line.total !== null);
    this.#lines = new Map(bought.map((line) => [line, amountOf(line)]));
    for (const refundId of taken?.refundIds ?? [])
      this.#lines = this.#without(lines.get(refundId) ?? []).lines;
  }

  /** Takes an amount, as far as it is left, and returns it. Zero or less where nothing is. */
  take(wanted: bigint, refundLines: readonly Line[]): bigint {
    const { amount: byLine, lines } = this.#without(refundLines);
    const limits = this.#isLimitedBy(refundLines) ? [wanted, this.#left, byLine] : [wanted, this.#left];
    const amount = limits.reduce((least, limit) => (limit < least ? limit : least));
    if (amount <= 0n) return 0n;
    this.#left -= amount;
    this.#lines = lines;
    return amount;
  }

  /** Lines that match no line of the purchase limit nothing. */
  #isLimitedBy(refundLines: readonly Line[]): boolean {
    if (refundLines.some((line) => line.total === null)) return false;
    return refundLines.some((line) => [...this.#lines.keys()].some((bought) => matches(line, bought)));
  }

  /**
   * The amount that these lines of a refund can take: of each, at most what is left of the bought lines that it matches. `lines` are the
   * bought lines with what is left after it.
   */
  #without(refundLines: readonly Line[]): { amount: bigint; lines: ReadonlyMap<Line, bigint> } {
    const lines = new Map(this.#lines);
    let amount = 0n;
    for (const line of refundLines) {
      const matching = [...lines.keys()].filter((bought) => matches(line, bought));
      let open = amountOf(line);
      if (matching.length === 0) amount += open;
      for (const bought of matching) {
        const available = lines.get(bought) ?? 0n;
        const part = open < available ? open : available;
        lines.set(bought, available - part);
        open -= part;
        amount += part;
      }
    }
    return { amount, lines };
  }
}

/** Cash registers write the prices of refunds with or without a minus. */
export function amountOf({ total }: Pick<Line, 'total'>): bigint {
  if (total === null) return 0n;
  const amount = millionths(total);
  return amount < 0n ? -amount : amount;
}

/** Whether two lines are about the same product, by the most exact identifier that both have. */
export function matches(line: Line, bought: Line): boolean {
  for (const name of ['variant_id', 'sku', 'product_id'] as const) {
    if (line[name] !== null && bought[name] !== null) return line[name] === bought[name];
  }
  return line.name !== null && line.name === bought.name;
}
