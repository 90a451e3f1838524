/** Decimal places of the database and of decimal text (`src/services/contract/kinds.ts`). Sums are calculated in millionths, so they are exact. */
export const PLACES = 6;

/** The currency of totals that name none. */
export const CURRENCY = 'EUR';

/** Decimal text in millionths. */
export const millionths = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
  return amount.startsWith('-') ? -size : size;
};

/** Millionths as decimal text without trailing zeros: `12.5`. */
export function decimalOf(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && `.${fraction}`}`;
}

/** Removes the rounding error of a cash register that adds in binary fractions: 0.3 for 0.30000000000000004. */
export const rounded = (amount: number): number => Number(amount.toFixed(PLACES));

/** A line of an order: its quantity, and the price of one unit as decimal text. */
export interface Line {
  readonly quantity?: number | null | undefined;
  readonly price?: string | null | undefined;
}

/** The sum of lines, as a number with at most six decimals. */
export const totalOf = (lines: readonly Line[]): number =>
  Number(
    decimalOf(
      lines.reduce(
        (sum, { quantity, price }) =>
          sum +
          (millionths(price ?? '0') * millionths((quantity ?? 0).toFixed(PLACES))) / 10n ** BigInt(PLACES),
        0n,
      ),
    ),
  );
