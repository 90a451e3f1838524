import { record, text } from '../../transport/read.ts';
import { readEach } from '../../transport/read-records.ts';

/** One product of a purchase, with the names that the service reads. */
export interface PurchaseLine {
  readonly product_id: string | undefined;
  readonly variant_id: string | undefined;
  readonly quantity: number;
  /** Of one piece. */
  readonly price: number;
}

export interface Purchase {
  /** ISO 4217, in upper case. */
  readonly currency: string | undefined;
  readonly lines: readonly PurchaseLine[];
}

/** What a purchase would earn. */
export interface Earned {
  /** A whole number. */
  readonly points: number;
  /** The campaigns that give some of them, as the service sends them; `undefined` without one. */
  readonly campaigns: readonly unknown[] | undefined;
}

/** Answers what purchases would earn: once for each purchase, and together for those that are asked for at the same time. */
export interface Estimates {
  /**
   * The points of a purchase. `near` resolves when the element is near the visible part of the page: a service that
   * estimates only totals is asked not before.
   */
  points(purchase: Purchase, near: () => Promise<unknown>): Promise<Earned>;
}

/** Greatest quantity and price; a number beyond it is a mistake of the page. */
const MAX_NUMBER = 1e9;

/** Six decimals, as amounts of the service have: sums of binary fractions are inexact. */
export const rounded = (amount: number): number => Number(amount.toFixed(6));

export const totalOf = (lines: readonly PurchaseLine[]): number =>
  rounded(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0));

/** Reads the lines of a purchase that a page describes; `undefined` if one of them is malformed: its sum would be wrong. */
export function readPurchase(items: unknown, currency: unknown): Purchase | undefined {
  const lines = readEach(items, readLine);
  const code = trimmed(currency)?.toUpperCase();
  const isComplete = Array.isArray(items) && lines.length === items.length;
  return isComplete && (!code || /^[A-Z]{3}$/.test(code)) ? { currency: code, lines } : undefined;
}

function readLine(value: unknown): PurchaseLine | undefined {
  const { product_id, variant_id, quantity: rawQuantity, price: rawPrice } = record(value);
  const quantity = decimal(rawQuantity ?? 1);
  const price = decimal(rawPrice);
  return quantity === undefined || price === undefined
    ? undefined
    : { product_id: trimmed(product_id), variant_id: trimmed(variant_id), quantity, price };
}

/** A template may put blanks around a value. */
const trimmed = (value: unknown): string | undefined => text(value)?.trim();

/** Not negative, also in text form. */
export function decimal(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= MAX_NUMBER ? number : undefined;
}

/**
 * What a purchase earns at the rates of a page: points for one unit of a currency (`{"EUR": 1}`), rounded down as the service does.
 * `undefined` without a rate for its currency.
 */
export function pointsAtRates({ currency, lines }: Purchase, rates: unknown): number | undefined {
  const rate = rateFor(currency, rates);
  return rate === undefined ? undefined : Math.floor(rounded(totalOf(lines) * rate));
}

/** Points for one unit of a currency; `undefined` where the page has no rate for it. */
export const rateFor = (currency: string | undefined, rates: unknown): number | undefined =>
  decimal(record(rates)[currency ?? '']);
