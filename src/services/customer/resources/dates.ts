import { profileDates } from '../../contract/endpoints/profile-dates.ts';
import { listIn } from '../../transport/paging.ts';
import { record, text } from '../../transport/read.ts';
import { requireValue, readRecords } from '../../transport/read-records.ts';
import type { ResourceDefinition } from '../loyalty.ts';

/** A day of the customer that comes again each year, such as a birthday (spec 2.8). */
export interface ProfileDate {
  readonly id: string;
  readonly name: string;
  /** `birthday` marks the birthday, whatever its name. */
  readonly handle: string | undefined;
  /** `YYYY-MM-DD`, in no time zone. */
  readonly day: string;
}

/** GET dates of the profile (spec 4.3). */
export const dates: ResourceDefinition<readonly ProfileDate[]> = {
  key: 'dates',
  async load(loyalty) {
    const reply = await loyalty.call(profileDates, { profile: await loyalty.profileId() });
    return readRecords(profileDates.id, listIn(reply, profileDates.id), readDate, loyalty.report);
  },
};

/** @throws LoyaltyError `bad_response` without an id, a name and a day */
export function readDate(wire: unknown): ProfileDate {
  const { id: rawId, name: rawName, handle, date } = record(wire);
  const day = text(date)?.slice(0, 10);
  return {
    id: requireValue(text(rawId), 'id', rawId),
    name: requireValue(text(rawName), 'name', rawName),
    handle: text(handle),
    day: requireValue(day && isCalendarDay(day) ? day : undefined, 'date', date),
  };
}

/** Whether `YYYY-MM-DD` is a day of the calendar: 30 February is not. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !!date.getTime() && date.toISOString().startsWith(day);
}

/** Whether two names are one: in upper or lower case, with composed or decomposed letters. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
