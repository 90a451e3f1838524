import { sql, type RawBuilder } from 'kysely';

/**
 * Conditions for the values of `recurring_schedule` (spec 2.8 names none: G71): whether the date recurs on a day. In a shorter month it
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

export const scheduleNames = Object.keys(schedules);

/** Whether a date is on a day: the date itself, or by its schedule if it recurs; the default is once a year. */
export function comesOn(day: RawBuilder<unknown>, leapDay: RawBuilder<unknown>): RawBuilder<boolean> {
  const date = sql`(fields ->> 'date')::date`;
  const cases = Object.entries(schedules).map(
    ([name, on]) => sql`when ${sql.lit(name)} then ${on(date, day, leapDay)}`,
  );
  return sql<boolean>`(${date} = ${day} or (fields ->> 'is_recurring' = '1' and ${date} < ${day}
    and case coalesce(fields ->> 'recurring_schedule', 'yearly') ${sql.join(cases, sql` `)} else false end))`;
}

const monthsBetween = (date: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`((
  extract(year from ${day}) - extract(year from ${date})) * 12 + extract(month from ${day}) - extract(month from ${date}))::integer`;

const sameDayOfMonth = (date: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  extract(day from ${day}) = least(extract(day from ${date}),
    extract(day from date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')))`;
