import { momentAt, wallClock } from '../../programme/zoned-time.ts';

/** Cron of five fields, in a time zone: minute, hour, day of the month, month, day of the week. */
const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of the week', min: 0, max: 7 },
] as const;

const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;
const DAY_MS = 86_400_000;
/** A schedule that has no time in so many days has none: 29 February comes every eighth year at the latest. */
const HORIZON_DAYS = 366 * 8 + 2;

interface Schedule {
  readonly sets: readonly ReadonlySet<number>[];
  /** Cron's rule: of two days that are both restricted, one is enough. */
  readonly eitherDay: boolean;
}

/** What is wrong with a schedule, if anything. */
export function faultOfSchedule(text: string): string | undefined {
  const schedule = parse(text);
  if (typeof schedule === 'string') return schedule;
  return nextTime(text, new Date()) ? undefined : 'The schedule never comes.';
}

/** The first minute after a moment that a schedule names in the zone; undefined where there is none, or it cannot be read. */
export function nextTime(text: string, after: Date, zone: string | null = null): Date | undefined {
  const schedule = parse(text);
  if (typeof schedule === 'string') return undefined;
  const [minutes, hours] = schedule.sets;
  // Days and hours are those of the zone's clocks; the moment is found at the end.
  const from = new Date(Math.floor(wallClock(after, zone).getTime() / 60_000) * 60_000 + 60_000);
  const firstDay = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  for (let day = 0; day < HORIZON_DAYS; day++) {
    const date = new Date(firstDay + day * DAY_MS);
    if (!isDay(schedule, date)) continue;
    for (let minute = 0; minute < 1_440; minute++) {
      if (!hours?.has(Math.floor(minute / 60)) || !minutes?.has(minute % 60)) continue;
      const moment = new Date(date.getTime() + minute * 60_000);
      if (moment >= from) return momentAt(moment, zone);
    }
  }
  return undefined;
}

function isDay({ sets: [, , days, months, weekdays], eitherDay }: Schedule, date: Date): boolean {
  if (!months?.has(date.getUTCMonth() + 1)) return false;
  const byDate = days?.has(date.getUTCDate()) ?? false;
  const byWeekday = weekdays?.has(date.getUTCDay()) ?? false;
  return eitherDay ? byDate || byWeekday : byDate && byWeekday;
}

function parse(text: string): Schedule | string {
  const texts = text.trim().split(/\s+/);
  if (texts.length !== FIELDS.length) return 'The schedule has five fields: minute hour day month weekday.';
  const sets: Set<number>[] = [];
  for (const [index, field] of FIELDS.entries()) {
    const set = parseField(texts[index] ?? '', field);
    if (!set) return `The ${field.name} of the schedule has to be from ${field.min} to ${field.max}.`;
    sets.push(set);
  }
  // Sunday is 0 and 7.
  if (sets[4]?.has(7)) sets[4].add(0);
  return { sets, eitherDay: !texts[2]?.startsWith('*') && !texts[4]?.startsWith('*') };
}

function parseField(text: string, { min, max }: (typeof FIELDS)[number]): Set<number> | undefined {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const match = PART.exec(part);
    if (!match) return undefined;
    const [, first, last, every = '1'] = match;
    const from = first === undefined ? min : Number(first);
    const to = last !== undefined ? Number(last) : first === undefined || part.includes('/') ? max : from;
    if (from < min || to > max || from > to || Number(every) < 1) return undefined;
    for (let value = from; value <= to; value += Number(every)) found.add(value);
  }
  return found;
}
