import * as v from 'valibot';
import { booleanText, day, handle, longText, text, timestamp } from './kinds.ts';
import {
  byCustomer,
  given,
  optional,
  required,
  shownShape,
  listOf,
  type Adding,
  type Reading,
} from './shape.ts';

/** Another profile that a date belongs to (spec 2.8). */
export const profileDateLinkShape = shownShape({
  id: given(text()),
  attributes_date_id: given(text()),
  profile_id: required(text()),
  relationship: optional(text()),
  role: optional(text()),
  created_at: given(timestamp),
  updated_at: given(timestamp),
});

/** A date of a profile, such as a birthday (spec 2.8): fourteen strings, `id` and `meta` too. */
export const profileDateShape = shownShape({
  id: given(text()),
  profile_id: given(text()),
  /** `YYYY-MM-DD`: a day of the calendar, in no time zone. */
  date: byCustomer(required(day)),
  /** `"1"` or `"0"`. */
  is_recurring: byCustomer(optional(booleanText)),
  recurring_schedule: byCustomer(optional(text())),
  name: byCustomer(required(text())),
  handle: optional(handle),
  relationship: byCustomer(optional(text())),
  role: byCustomer(optional(text())),
  description: byCustomer(optional(longText)),
  meta: optional(longText),
  note: byCustomer(optional(longText)),
  created_at: given(timestamp),
  updated_at: given(timestamp),
  links: optional(listOf(profileDateLinkShape)),
});
export type ProfileDate = Reading<typeof profileDateShape>;
export type AddProfileDate = Adding<typeof profileDateShape>;

/** One date of those that are edited together: with an id it changes, without one it is added (J17). */
export const editProfileDate = v.pipe(
  v.object({ id: v.optional(text().write), ...profileDateShape.edit.entries }),
  v.check(
    ({ id, date, name }) => id !== undefined || Boolean(date && name),
    'A date without an id needs date and name.',
  ),
);
export type EditProfileDate = v.InferInput<typeof editProfileDate>;
