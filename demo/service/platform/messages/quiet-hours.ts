import type { ProgrammeSettings } from '../../programme/settings.ts';
import { momentAt, wallClock } from '../../programme/zoned-time.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** When the quiet hours end that a moment is in, for a channel; undefined outside of them. */
export function endOfQuietHours(
  now: Date,
  channel: 'email' | 'sms' | 'push',
  settings: ProgrammeSettings,
): Date | undefined {
  const { from, until, channels } = settings['messages.quiet-hours'];
  if (!channels.includes(channel)) return undefined;
  const zone = settings['programme.timezone'];
  const shown = wallClock(now, zone);
  const midnight = Math.floor(shown.getTime() / DAY_MS) * DAY_MS;
  const minute = (shown.getTime() - midnight) / MINUTE_MS;
  const [start, end] = [minuteOf(from), minuteOf(until)];
  // Most quiet hours go on past midnight.
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return undefined;
  return momentAt(new Date(midnight + (minute < end ? 0 : DAY_MS) + end * MINUTE_MS), zone);
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
