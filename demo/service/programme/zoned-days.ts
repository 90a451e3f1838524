import { momentAt, wallClock } from './zoned-time.ts';

/** An hour of the day on which a moment is in a time zone, such as 9 in the morning there; UTC where there is no such zone. */
export function hourOfDay(moment: Date, hour: number, zone: string | null): Date {
  const local = wallClock(moment, zone);
  return momentAt(
    new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), hour)),
    zone,
  );
}

/** The calendar day on which a moment is in a time zone, `YYYY-MM-DD`. */
export const dayOf = (moment: Date, zone: string | null): string =>
  wallClock(moment, zone).toISOString().slice(0, 10);

/** The first moment of a calendar day in a time zone, which is not midnight everywhere: clocks change there, too. */
export function startOfDay(day: string, zone: string | null): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (zone === null || zone === 'UTC') return new Date(midnight);
  let [before, within] = [midnight - MAX_OFFSET_MS, midnight + MAX_OFFSET_MS];
  while (within - before > SECOND_MS) {
    const middle = before + Math.floor((within - before) / 2 / SECOND_MS) * SECOND_MS;
    if (dayOf(new Date(middle), zone) < day) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** The last moment of a calendar day in a time zone. */
export const endOfDay = (day: string, zone: string | null): Date =>
  new Date(startOfDay(plusDays(day, 1), zone).getTime() - 1);

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Zones are between 12 hours behind UTC and 14 ahead. */
const MAX_OFFSET_MS = 15 * 3_600_000;
