/** Decimal text has at most six decimals (shapes/kinds.ts): sums are exact in millionths. */
export const PLACES = 6;

/** The currency of totals that name none. */
export const CURRENCY = 'EUR';

/** Decimal text in millionths. */
export const millionths = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
  return amount.startsWith('-') ? -size : size;
};

/** Millionths as decimal text, without zeros at its end: `12.5`. */
export function decimalOf(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction && `.${fraction}`}`;
}

/** What a till that adds 0.1 and 0.2 in binary fractions means: 0.3 for 0.30000000000000004. */
export const rounded = (amount: number): number => Number(amount.toFixed(PLACES));

/** A line of an order: how many, and decimal text for one of them. */
export interface Line {
  readonly quantity: number;
  readonly price: string;
}

/** What lines cost together, as a number with at most six decimals. */
export const totalOf = (lines: readonly Line[]): number =>
  Number(
    decimalOf(lines.reduce((all, { quantity, price }) => all + millionths(price) * BigInt(quantity), 0n)),
  );
