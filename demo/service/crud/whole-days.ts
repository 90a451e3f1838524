import { isMomentKind } from '../../../src/services/contract/kinds.ts';
import type { Field } from '../../../src/services/contract/fields.ts';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { beginningOf, endingOf, isDay } from '../programme/periods.ts';
import { timestamp } from '../api/formats.ts';
import type { Values } from './tables.ts';

/** Fields with the beginning of a period. A day in a field of neither list is its first moment in UTC. */
const BEGINNINGS = [
  'available_from',
  'released_at',
  'issued_at',
  'earned_at',
  'release_period_absolute_expiry',
];
/** Fields with the end of a period. */
const ENDS = ['expires_at', 'available_until', 'absolute_expiry', 'lock_expires_at'];

const isMoment = (field: Field | undefined): boolean => field !== undefined && isMomentKind(field.kind);

/**
 * The body with moments instead of days: the first moment of a day for a beginning, the last one for an end, in a time zone
 * (ASSUMPTION). The time zone is loaded only if the body has such a day.
 */
export async function withWholeDays(
  { fields }: AnyShape,
  body: Readonly<Values>,
  zoneOf: () => Promise<string>,
): Promise<Values> {
  const days = Object.entries(body).filter(
    ([name, value]) => isDay(value) && isMoment(fields[name]) && [...BEGINNINGS, ...ENDS].includes(name),
  );
  if (days.length === 0) return body;
  const zone = await zoneOf();
  const moments = days.map(([name, day]) => {
    const momentOf = ENDS.includes(name) ? endingOf : beginningOf;
    return [name, timestamp(momentOf(String(day), zone))];
  });
  return { ...body, ...Object.fromEntries(moments) };
}
