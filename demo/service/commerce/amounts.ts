/** Decimal text has at most six decimals (shapes/kinds.ts): sums are exact in millionths. */
export const PLACES = 6;

const millionths = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return amount.startsWith('-') ? -size : size;
};

/** A line of an order: how many, and decimal text for one of them. */
export interface Line {
  readonly quantity: number;
  readonly price: string;
}

/** What lines cost together, as a number with at most six decimals. */
export function totalOf(lines: readonly Line[]): number {
  const sum = lines.reduce((all, { quantity, price }) => all + millionths(price) * BigInt(quantity), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(PLACES + 1, '0');
  return Number(`${sum < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`);
}
