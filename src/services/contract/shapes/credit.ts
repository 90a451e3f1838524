import * as v from 'valibot';
import { creditDefinitionShape } from './credit-definition.ts';
import {
  anyArray,
  boolean,
  creditNumber,
  decimal,
  email,
  integer,
  longText,
  reference,
  text,
  timestamp,
  timezone,
} from './kinds.ts';
import {
  given,
  nested,
  optional,
  optionalOnce,
  requiredOnce,
  shownShape,
  scoped,
  staffOnly,
  type Adding,
  type Editing,
  type Reading,
} from './shape.ts';

/** A credit (spec 2.5): 36 fields. What may be written: ASSUMPTION G4. A locked one cannot be redeemed: G5. */
export const creditShape = shownShape({
  id: given(integer),
  location_id: optional(reference),
  credit_definition_id: requiredOnce(reference),
  source_id: given(integer),
  profile_id: requiredOnce(text()),
  creator_profile_id: optionalOnce(text()),
  staff_id: optionalOnce(text()),
  name: optional(text()),
  timezone: optional(timezone),
  recipient_first_name: optional(text()),
  recipient_email: optional(email),
  message: optional(longText),
  issued_at: optionalOnce(timestamp),
  expires_at: optional(timestamp),
  released_at: optional(timestamp),
  extended_at: given(timestamp),
  /** Decimal text, as `value_remaining`. */
  value_initial: optionalOnce(decimal),
  value_remaining: given(decimal),
  external_id: optional(text()),
  external_namespace: optional(text()),
  /** May be sent where the definition has `use_custom_numbers`. */
  credit_number: staffOnly(optionalOnce(creditNumber)),
  security_code: scoped('incentives.write')(staffOnly(given(text()))),
  source_type: given(text()),
  lock_expires_at: optional(timestamp),
  created_at: given(timestamp),
  updated_at: given(timestamp),
  locked: optional(boolean),
  has_notified_issue: given(boolean),
  has_notified_expiry: given(boolean),
  has_notified_release: given(boolean),
  has_notified_remind: given(boolean),
  has_notified_extend: given(boolean),
  is_imported: given(boolean),
  is_system_generated: given(boolean),
  meta: staffOnly(optional(anyArray)),
  definition: given(nested(creditDefinitionShape)),
});
/** As it is read: its two names for the definition have to agree (spec 1 rule 6). */
export const credit = v.pipe(
  creditShape.record,
  v.check(
    ({ credit_definition_id: named, definition }) => !named || !definition?.id || named === definition.id,
    'the id of its definition',
  ),
);
export type Credit = Reading<typeof creditShape>;
export type AddCredit = Adding<typeof creditShape>;
export type EditCredit = Editing<typeof creditShape>;
