import { booleanText, handle, longText, text, timestamp } from './kinds.ts';
import { given, optional, required, shownShape, type Adding, type Editing, type Reading } from './shape.ts';

/** A custom field (spec 2.7): ten strings, `is_index` too. What may be written: ASSUMPTION G4. */
export const customFieldShape = shownShape({
  name: required(text()),
  /** Names the field within its record, and in the path: G49. */
  handle: required(handle),
  namespace: optional(text()),
  value: optional(longText),
  type: optional(text(50)),
  /** The resource that it belongs to, such as `transaction`. */
  custom_fieldable_type: given(text()),
  custom_fieldable_id: given(text()),
  created_at: given(timestamp),
  updated_at: given(timestamp),
  /** `"1"` or `"0"`. */
  is_index: optional(booleanText),
});
export type CustomField = Reading<typeof customFieldShape>;
export type AddCustomField = Adding<typeof customFieldShape>;
export type EditCustomField = Editing<typeof customFieldShape>;
