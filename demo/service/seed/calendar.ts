const DAY_MS = 86_400_000;
const OPENING_HOUR_MS = 10 * 3_600_000;

/** Days of sample data as times, counted from the seeding day so that what expires next week always does. */
export interface Calendar {
  /** When something happened: in opening hours of that day. */
  happened(day: number): Date;
  /** When something ends or begins: with the last millisecond of that day. */
  ends(day: number): Date;
}

export function calendarFrom(now: Date): Calendar {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return {
    happened: (day) => new Date(midnight + day * DAY_MS + OPENING_HOUR_MS),
    ends: (day) => new Date(midnight + (day + 1) * DAY_MS - 1),
  };
}
