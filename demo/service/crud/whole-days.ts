import { timestamp as moment } from '../../../src/services/contract/kinds.ts';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { beginningOf, endingOf, isDay } from '../programme/periods.ts';
import { timestamp } from '../api/formats.ts';
import type { Values } from './tables.ts';

/** Fields that name a beginning, and fields that name an end. A day in any other field is its first moment in UTC (G2). */
const BEGINNINGS = [
  'available_from',
  'released_at',
  'issued_at',
  'earned_at',
  'release_period_absolute_expiry',
];
const ENDS = ['expires_at', 'available_until', 'absolute_expiry', 'lock_expires_at'];

/**
 * A body in which days that name a beginning or an end are moments: the first and the last of that day in a time zone
 * (ASSUMPTION G66), which is asked for where there is such a day.
 */
export async function withWholeDays(
  { fields }: AnyShape,
  body: Readonly<Values>,
  zoneOf: () => Promise<string>,
): Promise<Values> {
  const days = Object.entries(body).filter(
    ([name, value]) =>
      isDay(value) && fields[name]?.kind === moment && [...BEGINNINGS, ...ENDS].includes(name),
  );
  if (days.length === 0) return body;
  const zone = await zoneOf();
  const moments = days.map(([name, day]) => {
    const of = ENDS.includes(name) ? endingOf : beginningOf;
    return [name, timestamp(of(String(day), zone))];
  });
  return { ...body, ...Object.fromEntries(moments) };
}
