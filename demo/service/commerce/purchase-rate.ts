import { CURRENCY, millionths, PLACES } from './amounts.ts';

export interface Rate {
  /** Points for one unit of the currency, decimal text. */
  readonly value: string;
  /** Description for the staff. */
  readonly rule: string;
}

export const rateHandle = (currency: string | null) => `points-per-${(currency ?? CURRENCY).toLowerCase()}`;

/** The rate of a currency by the value that is stored for it. */
export function rateBy(currency: string | null, stored: string | null): Rate {
  const code = currency ?? CURRENCY;
  const value = stored ?? (code === CURRENCY ? '1' : '0');
  return { value, rule: `${stored ? `Rate ${rateHandle(currency)}` : 'Programme'}: ${value} per ${code}` };
}

/** Whole points for an amount, never below zero. Rounds first, because cash registers may add in binary fractions. */
export function pointsFor(amount: string, rate: string): number {
  const [whole = '0', fraction = ''] = rate.split('.');
  const product = roundedMillionths(amount) * BigInt(whole + fraction);
  const points = product / 10n ** BigInt(PLACES + fraction.length);
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return points <= 0n ? 0 : Number(points > most ? most : points);
}

function roundedMillionths(amount: string): bigint {
  const [, fraction = ''] = amount.split('.');
  const isUp = Number(fraction[PLACES] ?? '0') >= 5;
  return millionths(amount) + (isUp && !amount.startsWith('-') ? 1n : 0n);
}
