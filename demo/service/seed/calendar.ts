const DAY_MS = 86_400_000;
const OPENING_HOUR_MS = 10 * 3_600_000;

/** Times of the days of the sample data, counted from the day of seeding, so that expiries of next week stay in the future. */
export interface Calendar {
  /** A time within the opening hours of a day. */
  happened(day: number): Date;
  /** The last millisecond of a day. */
  ends(day: number): Date;
}

export function calendarFrom(now: Date): Calendar {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return {
    happened: (day) => new Date(midnight + day * DAY_MS + OPENING_HOUR_MS),
    ends: (day) => new Date(midnight + (day + 1) * DAY_MS - 1),
  };
}
