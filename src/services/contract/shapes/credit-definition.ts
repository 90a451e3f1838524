import { customFieldShape } from './custom-field.ts';
import {
  anyArray,
  boolean,
  colour,
  count,
  digits,
  handle,
  integer,
  longText,
  oneOf,
  reference,
  text,
  texts,
  timestamp,
  timezone,
  webAddress,
} from './kinds.ts';
import {
  given,
  listOf,
  nested,
  optional,
  required,
  shownShape,
  staffOnly,
  type Adding,
  type Editing,
  type Reading,
} from './shape.ts';

const region = shownShape({ id: given(integer), name: given(text()), handle: given(text()) });
/** Days until something happens, or the hour of the day when it does; before its end for a reminder. */
const days = count(0, 36_500);
const hour = count(0, 23);

/** A credit definition (spec 2.6): 60 fields. What may be written: ASSUMPTION G4. */
export const creditDefinitionShape = shownShape({
  id: given(integer),
  region_id: optional(reference),
  /** How long a credit is valid, in units of `period_type`. */
  period: optional(days),
  release_period: optional(days),
  /** In whole units of the currency. */
  value: optional(count(0, 1_000_000_000)),
  max_value: optional(count(0, 1_000_000_000)),
  currency_id: optional(reference),
  extend_days: optional(days),
  credit_number_length: optional(count(4, 64)),
  /** Minutes by which messages about its credits come later; below zero earlier. */
  notify_schedule_offset: optional(count(-525_600, 525_600)),
  issue_target_id: optional(reference),
  expiry_target_id: optional(reference),
  release_target_id: optional(reference),
  remind_target_id: optional(reference),
  extend_target_id: optional(reference),
  notify_issue_offset_days: optional(days),
  notify_issue_offset_hour: optional(hour),
  notify_remind_offset_days: optional(days),
  notify_remind_offset_hour: optional(hour),
  notify_extend_offset_days: optional(days),
  notify_extend_offset_hour: optional(hour),
  name: required(text()),
  handle: required(handle),
  timezone: optional(timezone),
  period_type: optional(oneOf('day', 'month', 'year', 'absolute')),
  absolute_expiry: optional(timestamp),
  release_period_type: optional(oneOf('day', 'month', 'year', 'absolute')),
  release_period_absolute_expiry: optional(timestamp),
  icon: optional(text(50)),
  image_url: optional(webAddress),
  primary_colour: optional(colour),
  secondary_colour: optional(colour),
  description: optional(longText),
  internal_notes: staffOnly(optional(longText)),
  short_description: optional(longText),
  long_description: optional(longText),
  terms_conditions: optional(longText),
  earn_instructions: optional(longText),
  type: optional(text(50)),
  /** ISO 4217. */
  currency: given(text()),
  /** The next number of the range, which is what it is without a word, or any of them. */
  credit_number_range_type: staffOnly(optional(oneOf('sequential', 'random'))),
  /** Digits: numbers are as long as the longer end, or as `credit_number_length`, with zeros before them. */
  credit_number_range_start: staffOnly(optional(digits)),
  credit_number_range_end: staffOnly(optional(digits)),
  security_code_type: staffOnly(optional(oneOf('alphanumeric', 'numeric'))),
  created_at: given(timestamp),
  updated_at: given(timestamp),
  is_published: optional(boolean),
  is_archived: optional(boolean),
  require_creator: optional(boolean),
  require_assigned: optional(boolean),
  is_extendable: optional(boolean),
  is_assignable: optional(boolean),
  is_releasable: optional(boolean),
  is_reassignable: optional(boolean),
  require_security_code: optional(boolean),
  /** A credit can be issued with a `credit_number` that is sent. */
  use_custom_numbers: optional(boolean),
  region: given(nested(region)),
  meta: staffOnly(optional(anyArray)),
  tags: optional(texts),
  custom_fields: given(listOf(customFieldShape)),
});
export type CreditDefinition = Reading<typeof creditDefinitionShape>;
export type AddCreditDefinition = Adding<typeof creditDefinitionShape>;
export type EditCreditDefinition = Editing<typeof creditDefinitionShape>;
