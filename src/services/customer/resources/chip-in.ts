import { integer, record, text } from '../../transport/read.ts';
import { requireValue } from '../../transport/read-records.ts';
import type { ListProduct } from './list-records.ts';

// Items that several givers pay for together. Loaded by pages that show one.

/** What givers have pledged for an item. Amounts are decimal texts in `currency`. */
export interface ChipIn {
  readonly target: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly pledged: string;
  /** Number of pledges. */
  readonly pledges: number;
  /** What can still be pledged. */
  readonly left: string;
  /** How much more is pledged than the wanted pieces cost now; `undefined` for nothing, and where that is not known. */
  readonly over: string | undefined;
}

const DIGITS = 6;

/** Decimal text in millionths: exact. */
const units = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
};

/** Millionths as decimal text. */
const decimalOf = (amount: bigint): string => {
  const digits = String(amount).padStart(DIGITS + 1, '0');
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`.replace(/\.?0+$/, '');
};

const AMOUNT = /^\d{1,15}(\.\d{1,6})?$/;
const readAmount = (value: unknown): string | undefined => {
  const amount = text(value);
  return amount && AMOUNT.test(amount) ? amount : undefined;
};

/** Whether an amount that a giver has typed is at most another one, and above zero. */
export const isWithin = (amount: string, most: string): boolean =>
  AMOUNT.test(amount) && units(amount) > 0n && units(amount) <= units(most);

/** @throws LoyaltyError `bad_response` without an amount, the currency or the number of pledges */
export function readChipIn({ chipIn, price, currency: ofPrice, wanted }: ListProduct): ChipIn {
  const fields = record(chipIn);
  const amount = (name: string) => requireValue(readAmount(fields[name]), `chip_in.${name}`, fields[name]);
  const [target, pledged] = [amount('target'), amount('pledged')];
  const currency = requireValue(text(fields['currency']), 'chip_in.currency', fields['currency']);
  const cost =
    readAmount(price) !== undefined && wanted !== undefined && ofPrice === currency
      ? units(price!) * BigInt(wanted)
      : undefined;
  const more = cost === undefined ? 0n : units(pledged) - cost;
  const left = units(target) - units(pledged);
  return {
    target,
    currency,
    pledged,
    pledges: requireValue(integer(fields['pledges']), 'chip_in.pledges', fields['pledges']),
    left: decimalOf(left > 0n ? left : 0n),
    over: more > 0n ? decimalOf(more) : undefined,
  };
}
