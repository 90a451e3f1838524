/** An hour of the day on which a moment is in a time zone, such as 9 in the morning there; UTC where there is no such zone. */
export function hourOfDay(moment: Date, hour: number, zone: string | null): Date {
  const clock = clockOf(zone);
  const local = localOf(moment, clock);
  const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), hour);
  // The clocks may change between the two: the offset is that of the hour itself.
  const guess = wanted - (local.getTime() - moment.getTime());
  return new Date(wanted - (localOf(new Date(guess), clock).getTime() - guess));
}

/** The calendar day on which a moment is in a time zone, `YYYY-MM-DD`. */
export const dayOf = (moment: Date, zone: string | null): string => dayBy(moment, clockOf(zone));

/** The first moment of a calendar day in a time zone, which is not midnight everywhere: clocks change there, too. */
export function startOfDay(day: string, zone: string | null): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (zone === null || zone === 'UTC') return new Date(midnight);
  const clock = clockOf(zone);
  let [before, within] = [midnight - MAX_OFFSET_MS, midnight + MAX_OFFSET_MS];
  while (within - before > SECOND_MS) {
    const middle = before + Math.floor((within - before) / 2 / SECOND_MS) * SECOND_MS;
    if (dayBy(new Date(middle), clock) < day) before = middle;
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

const dayBy = (moment: Date, clock: Intl.DateTimeFormat): string =>
  localOf(moment, clock).toISOString().slice(0, 10);

/** What a clock in the zone shows, as if it were UTC. */
function localOf(moment: Date, clock: Intl.DateTimeFormat): Date {
  const shown = clock.formatToParts(moment);
  const part = (type: string) => Number(shown.find((one) => one.type === type)?.value);
  const [year, month, day] = [part('year'), part('month') - 1, part('day')];
  return new Date(
    Date.UTC(year, month, day, part('hour'), part('minute'), part('second')) + moment.getUTCMilliseconds(),
  );
}

function clockOf(timeZone: string | null): Intl.DateTimeFormat {
  const numeric = 'numeric';
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
  const options = { ...parts, second: numeric, hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: timeZone ?? 'UTC' });
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
}
