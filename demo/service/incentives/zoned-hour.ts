/** An hour of the day on which a moment is in a time zone, such as 9 in the morning there; UTC where there is no such zone. */
export function hourOfDay(moment: Date, hour: number, zone: string | null): Date {
  const local = localOf(moment, zone);
  const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), hour);
  // The clocks may change between the two: the offset is that of the hour itself.
  const guess = wanted - (local.getTime() - moment.getTime());
  return new Date(wanted - (localOf(new Date(guess), zone).getTime() - guess));
}

/** What a clock in the zone shows, as if it were UTC. */
function localOf(moment: Date, zone: string | null): Date {
  const shown = clockOf(zone).formatToParts(moment);
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
