/** Decimal digits of a credit without a currency: two, as most currencies have. */
const DECIMALS = 2;

export interface Currency {
  /** ISO 4217; null where a credit's definition names none. */
  readonly code: string | null;
  readonly decimals: number;
}

export const noCurrency: Currency = { code: null, decimals: DECIMALS };

/** Decimal text in the smallest units of the currency: exact, whatever its size. Undefined with more digits than it has. */
export function smallestUnits(text: string, { decimals }: Currency): bigint | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > decimals) return undefined;
  return BigInt(`${sign}${whole}${kept.padEnd(decimals, '0')}`);
}

/** Smallest units as decimal text, such as `12.50`. */
export function decimalText(units: bigint, { decimals }: Currency): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${units < 0n ? '-' : ''}${whole}${fraction}`;
}

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** A total for people, never parsed: money of a currency, or a number. Formatted from text, which keeps all digits. */
export function localised(total: string, currency: string | null): string {
  // TypeScript knows decimal text as `Intl.StringNumericLiteral`, a type of literals that no column can have.
  const decimal = total as Intl.StringNumericLiteral;
  if (currency === null) return plain.format(decimal);
  const format = formats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  formats.set(currency, format);
  return format.format(decimal);
}

/** By currency, of which there are few: making one takes as long as formatting dozens of totals. */
const formats = new Map<string, Intl.NumberFormat>();
