import { momentOfZoned, zonedTime } from '../../programme/time-zone.ts';
import type { ProgrammeSettings } from '../../programme/programme.ts';

/** When the quiet hours end that a moment is in, for a channel; undefined outside of them. */
export function endOfQuietHours(
  now: Date,
  channel: 'email' | 'sms' | 'push',
  settings: ProgrammeSettings,
): Date | undefined {
  const { from, until, channels } = settings['messages.quiet-hours'];
  if (!channels.includes(channel)) return undefined;
  const shown = zonedTime(now, settings['programme.timezone']);
  // All three are `HH:MM`, which compare as text.
  const time = shown.toPlainTime().toString({ smallestUnit: 'minute' });
  // Most quiet hours go on past midnight.
  const isQuiet = from <= until ? time >= from && time < until : time >= from || time < until;
  if (!isQuiet) return undefined;
  return momentOfZoned(shown.add({ days: time < until ? 0 : 1 }).withPlainTime(until));
}
