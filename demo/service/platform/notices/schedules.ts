import { sql, type RawBuilder } from 'kysely';

/**
 * Conditions for the values of `recurring_schedule` (spec 2.8 names none): whether the date recurs on a day. In a shorter month it
 * recurs on the last day.
 */
const schedules = {
  daily: () => sql`true`,
  weekly: (date, day) => sql`(${day} - ${date}) % 7 = 0`,
  monthly: (date, day) => sameDayOfMonth(date, day),
  quarterly: (date, day) => sql`(${sameDayOfMonth(date, day)} and ${monthsBetween(date, day)} % 3 = 0)`,
  'half-yearly': (date, day) => sql`(${sameDayOfMonth(date, day)} and ${monthsBetween(date, day)} % 6 = 0)`,
  yearly: (date, day, leapDay) =>
    sql`anniversary(${date}, extract(year from ${day})::integer, ${leapDay}) = ${day}`,
} as const satisfies Readonly<
  Record<
    string,
    (date: RawBuilder<unknown>, day: RawBuilder<unknown>, leapDay: RawBuilder<unknown>) => RawBuilder<unknown>
  >
>;

/** From the shortest to the longest. */
export const scheduleNames = Object.keys(schedules);

/** The schedule of a date that names none. */
export const DEFAULT_SCHEDULE = 'yearly';

/** Whether a date is on a day: the date itself, or by its schedule if it recurs; the default is once a year. */
export function comesOn(day: RawBuilder<unknown>, leapDay: RawBuilder<unknown>): RawBuilder<boolean> {
  const date = sql`(fields ->> 'date')::date`;
  const cases = Object.entries(schedules).map(
    ([name, on]) => sql`when ${sql.lit(name)} then ${on(date, day, leapDay)}`,
  );
  return sql<boolean>`(${date} = ${day} or (fields ->> 'is_recurring' = '1' and ${date} < ${day}
    and case coalesce(fields ->> 'recurring_schedule', ${DEFAULT_SCHEDULE}) ${sql.join(cases, sql` `)} else false end))`;
}

/** The first day of the period of a schedule with the day. */
const periodStarts: Readonly<
  Record<keyof typeof schedules, (day: RawBuilder<unknown>) => RawBuilder<unknown>>
> = {
  daily: (day) => day,
  weekly: (day) => sql`date_trunc('week', ${day}::timestamp)::date`,
  monthly: (day) => sql`date_trunc('month', ${day}::timestamp)::date`,
  quarterly: (day) => sql`date_trunc('quarter', ${day}::timestamp)::date`,
  'half-yearly': (day) =>
    sql`make_date(extract(year from ${day})::integer, case when extract(month from ${day}) < 7 then 1 else 7 end, 1)`,
  yearly: (day) => sql`date_trunc('year', ${day}::timestamp)::date`,
};

/**
 * The first day of the period in which a date that a customer wrote is reached once: that of its schedule, or of the shortest schedule that
 * customers may choose if that is longer.
 */
export function customerPeriodStart(day: RawBuilder<unknown>, shortest: string): RawBuilder<unknown> {
  const cases = scheduleNames
    .slice(scheduleNames.indexOf(shortest) + 1)
    .map((name) => sql`when ${sql.lit(name)} then ${startOf(name, day)}`);
  const start = startOf(shortest, day);
  if (cases.length === 0) return start;
  return sql`(case when fields ->> 'is_recurring' is distinct from '1' then ${start} else
    case coalesce(fields ->> 'recurring_schedule', ${DEFAULT_SCHEDULE}) ${sql.join(cases, sql` `)} else ${start} end end)`;
}

const startOf = (name: string, day: RawBuilder<unknown>) =>
  (Object.hasOwn(periodStarts, name) ? periodStarts[name as keyof typeof periodStarts] : periodStarts.yearly)(
    day,
  );

const monthsBetween = (date: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`((
  extract(year from ${day}) - extract(year from ${date})) * 12 + extract(month from ${day}) - extract(month from ${date}))::integer`;

const sameDayOfMonth = (date: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  extract(day from ${day}) = least(extract(day from ${date}),
    extract(day from date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')))`;
