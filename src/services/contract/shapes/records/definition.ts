import { boolean, colour, count, handle, longText, text, texts, timestamp, webAddress } from '../kinds.ts';
import { defaulted, given, listed, optional, required, staffOnly } from '../shape.ts';
import { dated, notes, numbered } from './common.ts';

/**
 * What the definitions of rewards, benefits, points, tiers and achievements share with the one that the spec shows
 * (2.6): ASSUMPTION G4.
 */
export const definitionFields = {
  ...numbered,
  name: required(text()),
  handle: required(handle),
  short_description: optional(longText),
  description: optional(longText),
  long_description: optional(longText),
  terms_conditions: optional(longText),
  earn_instructions: optional(longText),
  /** A sign of one or two characters, such as `€`. */
  icon: optional(text(50)),
  image_url: optional(webAddress),
  primary_colour: optional(colour),
  secondary_colour: optional(colour),
  tags: listed(optional(texts)),
  is_published: defaulted(boolean),
  is_archived: optional(boolean),
  ...notes,
  ...dated,
};

/** When and how often it can be had; null: no bound. */
export const availability = {
  available_from: optional(timestamp),
  available_until: optional(timestamp),
  /** Per profile. */
  claim_limit: staffOnly(optional(count(1, 1_000_000))),
  /** For all profiles together. */
  stock: staffOnly(optional(count(0, 1_000_000_000))),
  /** The lowest tier that may claim it. */
  tier_definition_id: optional(count(1, Number.MAX_SAFE_INTEGER)),
  /** Days from the claim until it expires. */
  valid_days: optional(count(1, 36_500)),
  stock_left: staffOnly(given(count(0, 1_000_000_000))),
};
