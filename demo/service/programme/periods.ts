import { isCalendarDay } from '../../../src/services/contract/shapes/kinds.ts';
import type { Stored } from '../crud/tables.ts';
import { dayOf, endOfDay, momentOfZoned, plusDays, plusMonths, startOfDay, zonedTime } from './time-zone.ts';

const DAY_MS = 86_400_000;

/** Days from now, to the moment: for what begins; null without a number of them. */
export const afterDays = (days: unknown, from = new Date()): Date | null =>
  typeof days === 'number' ? new Date(from.getTime() + days * DAY_MS) : null;

/** The end of the day that is so many days later in a time zone: for what ends, whose last day counts whole (G66). */
export const endAfterDays = (days: unknown, zone: string, from = new Date()): Date | null =>
  typeof days === 'number' ? endOfDay(plusDays(dayOf(from, zone), days), zone) : null;

/** So many days later. The end of a day stays one, though the clocks change between the two. */
export function laterByDays(moment: Date, days: number, zone: string): Date {
  const day = dayOf(moment, zone);
  return moment.getTime() === endOfDay(day, zone).getTime()
    ? endOfDay(plusDays(day, days), zone)
    : new Date(moment.getTime() + days * DAY_MS);
}

interface Period {
  readonly period: string;
  readonly type: string;
  readonly absolute: string;
}

/** When a credit can be used that is issued at a moment, by its definition (spec 2.6); null: at once. */
export function releaseOf(definition: Stored, from: Date): Date | null {
  const names = {
    period: 'release_period',
    type: 'release_period_type',
    absolute: 'release_period_absolute_expiry',
  };
  return afterPeriod(
    definition,
    names,
    (days) => afterDays(days, from),
    (months) => afterMonths(from, months),
  );
}

/** When a credit ends that is issued at a moment, by its definition (spec 2.6); null where it never does. */
export function endOf(definition: Stored, from: Date, zone: string): Date | null {
  const names = { period: 'period', type: 'period_type', absolute: 'absolute_expiry' };
  return afterPeriod(
    definition,
    names,
    (days) => endAfterDays(days, zone, from),
    (months) => endOfDay(plusMonths(dayOf(from, zone), months), zone),
  );
}

function afterPeriod(
  definition: Stored,
  names: Period,
  byDays: (days: number) => Date | null,
  byMonths: (months: number) => Date,
): Date | null {
  const type = definition[names.type] ?? 'day';
  if (type === 'absolute') {
    const absolute = definition[names.absolute];
    return typeof absolute === 'string' ? momentOf(absolute) : null;
  }
  const period = definition[names.period];
  if (typeof period !== 'number') return null;
  if (type === 'day') return byDays(period);
  return byMonths(type === 'year' ? period * 12 : period);
}

/** So many months later at the same time of day, in UTC. */
const afterMonths = (from: Date, months: number): Date =>
  momentOfZoned(zonedTime(from, 'UTC').add({ months }));

/** Whether a text is a calendar day without a time. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDay(text);

/** Something that begins on a day begins with it, in the time zone. */
export const beginningOf = (text: string, zone: string): Date =>
  isDay(text) ? startOfDay(text, zone) : momentOf(text);

/** Something that lasts until a day can be used on it, in the time zone. */
export const endingOf = (text: string, zone: string): Date =>
  isDay(text) ? endOfDay(text, zone) : momentOf(text);

/** A moment; one without an offset is in UTC (G2). */
export const momentOf = (text: string): Date =>
  new Date(
    /(Z|[+-]\d\d:\d\d)$/.test(text) || !/[T ]/.test(text)
      ? text.replace(' ', 'T')
      : `${text.replace(' ', 'T')}Z`,
  );
