import { anyArray, boolean, handle, integer, longText, text, timestamp } from '../kinds.ts';
import { always, defaulted, given, listed, optional, required, staffOnly } from '../shape.ts';

// The parts that records share. What the spec does not show of them: ASSUMPTION G4.

/** A whole number names the record. */
export const numbered = { id: always(integer) };
export const dated = { created_at: given(timestamp), updated_at: given(timestamp) };
/** A name for people and a handle for programs; without a handle the service makes one of the name. */
export const named = { name: required(text()), handle: defaulted(handle), description: optional(longText) };
export const externalId = { external_id: optional(text()) };
export const notes = {
  internal_notes: staffOnly(optional(longText)),
  meta: listed(staffOnly(optional(anyArray))),
};
export const switched = { is_active: defaulted(boolean) };
