import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;

/** Date and time that a clock in a time zone shows at a moment. A zone that does not exist counts as UTC. */
export function zonedTime(moment: Date, zone: string | null): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  try {
    return instant.toZonedDateTimeISO(zone ?? 'UTC');
  } catch {
    return instant.toZonedDateTimeISO('UTC');
  }
}

export const momentOfZoned = (zoned: Temporal.ZonedDateTime): Date => new Date(zoned.epochMilliseconds);

/**
 * An hour of the day on which a moment is in a time zone, such as 9 in the morning there. An hour that the clocks skip is the one after
 * it; of an hour that comes twice it is the first.
 */
export const hourOfDay = (moment: Date, hour: number, zone: string | null): Date =>
  momentOfZoned(zonedTime(moment, zone).withPlainTime({ hour }));

/** The calendar day on which a moment is in a time zone, `YYYY-MM-DD`. */
export const dayOf = (moment: Date, zone: string | null): string =>
  zonedTime(moment, zone).toPlainDate().toString();

/** The first moment of a calendar day in a time zone, which is not midnight where the clocks change at midnight. */
export const startOfDay = (day: string, zone: string | null): Date =>
  momentOfZoned(Temporal.PlainDate.from(day).toZonedDateTime(zone ?? 'UTC'));

/** The last moment of a calendar day in a time zone. */
export const endOfDay = (day: string, zone: string | null): Date =>
  new Date(startOfDay(plusDays(day, 1), zone).getTime() - 1);

/** The last moment of the day that is so many days after a moment, in a time zone. */
export function endOfDayAfter(moment: Date, days: number, zone: string): Date {
  // Every day is equally long in UTC, the default of programmes. A claim computes it.
  if (zone === 'UTC') return new Date((Math.floor(moment.getTime() / DAY_MS) + days + 1) * DAY_MS - 1);
  return new Date(
    zonedTime(moment, zone)
      .toPlainDate()
      .add({ days: days + 1 })
      .toZonedDateTime(zone).epochMilliseconds - 1,
  );
}

export const plusDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** So many months later, as a calendar day: a month after 31 January is the last day of February. */
export const plusMonths = (day: string, months: number): string =>
  Temporal.PlainDate.from(day).add({ months }).toString();
