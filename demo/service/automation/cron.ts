import { Cron } from 'croner';

/** The fields of a schedule, in their order. */
const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of the week', min: 0, max: 7 },
] as const;

/** Croner also accepts names of days and `L`. The API documents only numbers, which every cron implementation accepts. */
const NUMERIC = /^[\d*,/-]+$/;

/** The error of a schedule; undefined for a valid one. */
export function faultOfSchedule(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts.length !== FIELDS.length) return 'The schedule has five fields: minute hour day month weekday.';
  for (const [index, { name, min, max }] of FIELDS.entries()) {
    const alone = FIELDS.map((_, at) => (at === index ? (parts[at] ?? '') : '*'));
    if (!parse(alone, null)) return `The ${name} of the schedule has to be from ${min} to ${max}.`;
  }
  return nextTime(text, new Date()) ? undefined : 'The schedule never comes.';
}

/** The next time of a schedule in a time zone; undefined without one, and for an invalid schedule. */
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
      // If both day fields are restricted, one match is enough, unless one begins with `*`, as in `*/2`.
      domAndDow: [dayOfMonth, dayOfWeek].some((day) => day.startsWith('*')),
    });
  } catch {
    return undefined;
  }
}
