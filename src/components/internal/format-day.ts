/** `January 4, 2031`: one style for every day, always with the year. */
export const formatDay = (day: Date, language?: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(day);

const DAY_MS = 86_400_000;

/** Calendar days from today: 0 is today, negative is past. */
export const daysUntil = (day: Date): number => Math.round((startOf(day) - startOf(new Date())) / DAY_MS);

/** Midnight before a moment, in the shopper's time zone. */
const startOf = (moment: Date): number => new Date(moment).setHours(0, 0, 0, 0);

const SOON_DAYS = 7;

/** Whether this day is today or one of the next seven. */
export function endsSoon(day: Date | undefined): boolean {
  const days = day ? daysUntil(day) : -1;
  return days >= 0 && days <= SOON_DAYS;
}

/** `today`, `tomorrow` or `in 3 days`. */
export const formatDaysUntil = (days: number, language?: string): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
