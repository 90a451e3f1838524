import { today, type AsOf } from './profile-attributes.ts';

const DAY_MS = 86_400_000;

/** By the frequency of an automation, the period in which it finds a profile once, in the calendar of the programme. */
const periods: Readonly<Record<string, (day: string) => string>> = {
  once: () => '',
  daily: (day) => day,
  // The Monday of the week.
  weekly: (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    const since = (date.getUTCDay() + 6) % 7;
    return `week ${new Date(date.getTime() - since * DAY_MS).toISOString().slice(0, 10)}`;
  },
  monthly: (day) => day.slice(0, 7),
  yearly: (day) => day.slice(0, 4),
};

/** The name of that period at a moment; undefined where a profile is found each time. */
export const periodOf = (frequency: unknown, at: AsOf): string | undefined => {
  const name = String(frequency ?? 'always');
  return Object.hasOwn(periods, name) ? periods[name]?.(today(at)) : undefined;
};
