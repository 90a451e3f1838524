import { isCalendarDay } from '../../../src/services/contract/kinds.ts';
import {
  dayOf,
  endOfDay,
  endOfDayAfter,
  momentOfZoned,
  plusDays,
  plusMonths,
  startOfDay,
  zonedTime,
} from './time-zone.ts';

const DAY_MS = 86_400_000;

/** So many days later, at the same time: for a release; null without a number of days. */
export const afterDays = (days: number | null | undefined, from = new Date()): Date | null =>
  typeof days === 'number' ? new Date(from.getTime() + days * DAY_MS) : null;

/** The end of the day that is so many days later in a time zone: for an expiry, whose last day counts whole. */
export const endAfterDays = (
  days: number | null | undefined,
  zone: string,
  from = new Date(),
): Date | null => (typeof days === 'number' ? endOfDayAfter(from, days, zone) : null);

/** So many days later. The end of a day stays the end of a day, also across a clock change. */
export function laterByDays(moment: Date, days: number, zone: string): Date {
  const day = dayOf(moment, zone);
  return moment.getTime() === endOfDay(day, zone).getTime()
    ? endOfDay(plusDays(day, days), zone)
    : new Date(moment.getTime() + days * DAY_MS);
}

interface Period {
  /** In units of the type. */
  readonly length: number | null | undefined;
  readonly type: string | null | undefined;
  readonly absolute: string | null | undefined;
}

type Text = string | null | undefined;

interface ReleasePeriod {
  readonly release_period?: number | null | undefined;
  readonly release_period_type?: Text;
  readonly release_period_absolute_expiry?: Text;
}

/** When a credit that is issued at a moment can be used, by its definition (spec 2.6); null: at once. */
export const releaseOf = (definition: ReleasePeriod, from: Date): Date | null =>
  afterPeriod(
    {
      length: definition.release_period,
      type: definition.release_period_type,
      absolute: definition.release_period_absolute_expiry,
    },
    (days) => afterDays(days, from),
    (months) => afterMonths(from, months),
  );

interface ExpiryPeriod {
  readonly period?: number | null | undefined;
  readonly period_type?: Text;
  readonly absolute_expiry?: Text;
}

/** When a credit that is issued at a moment expires, by its definition (spec 2.6); null: never. */
export function endOf(definition: ExpiryPeriod, from: Date, zone: string): Date | null {
  return afterPeriod(
    { length: definition.period, type: definition.period_type, absolute: definition.absolute_expiry },
    (days) => endAfterDays(days, zone, from),
    (months) => endOfDay(plusMonths(dayOf(from, zone), months), zone),
  );
}

function afterPeriod(
  { length, type, absolute }: Period,
  byDays: (days: number) => Date | null,
  byMonths: (months: number) => Date,
): Date | null {
  if (type === 'absolute') return typeof absolute === 'string' ? momentOf(absolute) : null;
  if (typeof length !== 'number') return null;
  if ((type ?? 'day') === 'day') return byDays(length);
  return byMonths(type === 'year' ? length * 12 : length);
}

/** So many months later at the same time of day, in UTC. */
const afterMonths = (from: Date, months: number): Date =>
  momentOfZoned(zonedTime(from, 'UTC').add({ months }));

/** Whether a text is a calendar day without a time. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDay(text);

/** A moment, or the first moment of a day in the time zone. */
export const beginningOf = (text: string, zone: string): Date =>
  isDay(text) ? startOfDay(text, zone) : momentOf(text);

/** A moment, or the last moment of a day in the time zone. */
export const endingOf = (text: string, zone: string): Date =>
  isDay(text) ? endOfDay(text, zone) : momentOf(text);

/** The moment that a text means; without an offset it is in UTC. */
export const momentOf = (text: string): Date =>
  new Date(
    /(Z|[+-]\d\d:\d\d)$/.test(text) || !/[T ]/.test(text)
      ? text.replace(' ', 'T')
      : `${text.replace(' ', 'T')}Z`,
  );
