/** What a clock in a time zone shows at a moment, as if it were UTC. A zone that does not exist counts as UTC. */
export function wallClock(moment: Date, zone: string | null): Date {
  const shown = clockOf(zone).formatToParts(moment);
  const part = (type: string) => Number(shown.find((one) => one.type === type)?.value);
  const [year, month, day] = [part('year'), part('month') - 1, part('day')];
  return new Date(
    Date.UTC(year, month, day, part('hour'), part('minute'), part('second')) + moment.getUTCMilliseconds(),
  );
}

/** The moment at which a clock in a time zone shows this; an hour that the clocks skip is the one after it. */
export function momentAt(shown: Date, zone: string | null): Date {
  // The clocks may change in between: the offset is that of the moment itself.
  const guess = shown.getTime() - (wallClock(shown, zone).getTime() - shown.getTime());
  return new Date(shown.getTime() - (wallClock(new Date(guess), zone).getTime() - guess));
}

export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times longer than using it, and schedules ask often. */
function clockOf(zone: string | null): Intl.DateTimeFormat {
  const timeZone = zone !== null && isKnown(zone) ? zone : 'UTC';
  const numeric = 'numeric';
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', { ...parts, second: numeric, hourCycle: 'h23', timeZone });
  clocks.set(timeZone, clock);
  return clock;
}

const isKnown = (zone: string): boolean => clocks.has(zone) || isTimeZone(zone);
