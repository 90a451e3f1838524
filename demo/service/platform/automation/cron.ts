import { Cron } from 'croner';

/** The fields of a schedule, in their order. */
const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of the week', min: 0, max: 7 },
] as const;

/** Croner reads more, such as names of days and `L`. The API documents numbers, so that any other cron reads a schedule alike. */
const NUMERIC = /^[\d*,/-]+$/;

/** What is wrong with a schedule, if anything. */
export function faultOfSchedule(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts.length !== FIELDS.length) return 'The schedule has five fields: minute hour day month weekday.';
  for (const [index, { name, min, max }] of FIELDS.entries()) {
    const alone = FIELDS.map((_, at) => (at === index ? (parts[at] ?? '') : '*'));
    if (!parse(alone, null)) return `The ${name} of the schedule has to be from ${min} to ${max}.`;
  }
  return nextTime(text, new Date()) ? undefined : 'The schedule never comes.';
}

/** The first minute after a moment that a schedule names in the zone; undefined where there is none, or it cannot be read. */
export const nextTime = (text: string, after: Date, zone: string | null = null): Date | undefined =>
  parse(partsOf(text), zone)?.nextRun(after) ?? undefined;

const partsOf = (text: string): string[] => text.trim().split(/\s+/);

function parse(parts: readonly string[], zone: string | null): Cron | undefined {
  if (!parts.every((part) => NUMERIC.test(part))) return undefined;
  const [, , dayOfMonth = '', , dayOfWeek = ''] = parts;
  try {
    return new Cron(parts.join(' '), {
      mode: '5-part',
      timezone: zone ?? 'UTC',
      // `5/20` is every 20 minutes from 5 on.
      sloppyRanges: true,
      // Of two days that are both restricted one is enough, unless one of them begins with `*`, as in `*/2`.
      domAndDow: [dayOfMonth, dayOfWeek].some((day) => day.startsWith('*')),
    });
  } catch {
    return undefined;
  }
}
