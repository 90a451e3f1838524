import type { Stored } from '../records/table.ts';

const DAY_MS = 86_400_000;

/** Days from now; null without a number of them. */
export const afterDays = (days: unknown, from = new Date()): Date | null =>
  typeof days === 'number' ? new Date(from.getTime() + days * DAY_MS) : null;

/** When a period of a credit definition (spec 2.6) ends that begins at a moment; null where it never does. */
export function endOfPeriod(
  definition: Stored,
  names: { readonly period: string; readonly type: string; readonly absolute: string },
  from: Date,
): Date | null {
  const type = definition[names.type] ?? 'day';
  if (type === 'absolute') {
    const absolute = definition[names.absolute];
    return typeof absolute === 'string' ? new Date(absolute) : null;
  }
  const period = definition[names.period];
  if (typeof period !== 'number') return null;
  if (type === 'day') return afterDays(period, from);
  return afterMonths(from, type === 'year' ? period * 12 : period);
}

/** A month after 31 January is the last day of February. */
function afterMonths(from: Date, months: number): Date {
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end;
}

/** A day means its end, in UTC: something that lasts until a day can be used on it. */
export const momentOf = (text: string): Date =>
  new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : zoned(text));

const zoned = (text: string): string =>
  /(Z|[+-]\d\d:\d\d)$/.test(text) || !/[T ]/.test(text)
    ? text.replace(' ', 'T')
    : `${text.replace(' ', 'T')}Z`;
