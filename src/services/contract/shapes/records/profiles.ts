import * as v from 'valibot';
import {
  anyArray,
  boolean,
  colour,
  countryCode,
  decimal,
  email,
  handle,
  longText,
  namedValues,
  oneOf,
  reference,
  text,
  texts,
  timestamp,
  webAddress,
} from '../kinds.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  optional,
  optionalOnce,
  required,
  requiredOnce,
  shape,
  staffOnly,
  type Adding,
  type Editing,
  type Reading,
} from '../shape.ts';
import { dated, externalId, numbered } from './common.ts';

// Records of the section Profiles. The spec shows the five fields of 2.3; the others: ASSUMPTION G4.

const ofProfile = { profile_id: always(text()) };

/** A profile; `id` is an opaque string (G49). */
export const profileShape = shape({
  id: always(text()),
  ...externalId,
  /** Such as `customer` or `member`; `profiles.type.update` sets it. */
  type: given(text()),
  first_name: byCustomer(optional(text())),
  last_name: byCustomer(optional(text())),
  full_name: given(text()),
  email: byCustomer(optional(email)),
  phone: byCustomer(optional(text(32))),
  region_id: optional(reference),
  statuses: given(anyArray),
  tags: staffOnly(given(texts)),
  ...dated,
});
export type Profile = Reading<typeof profileShape>;

/**
 * A profile as a search by identifier answers it. The same value may be an identity in several namespaces, so the reply names
 * the identities of the profile that was found: ASSUMPTION G4.
 */
export const foundProfileShape = shape({ ...profileShape.fields, identities: given(anyArray) });
export type FoundProfile = Reading<typeof foundProfileShape>;

export const addressShape = shape({
  ...numbered,
  ...ofProfile,
  /** Such as `home` or `delivery`. */
  type: byCustomer(defaulted(text(50))),
  name: byCustomer(optional(text())),
  line_1: byCustomer(required(text())),
  line_2: byCustomer(optional(text())),
  city: byCustomer(optional(text())),
  region: byCustomer(optional(text())),
  postcode: byCustomer(optional(text(32))),
  country: byCustomer(required(countryCode)),
  is_default: byCustomer(defaulted(boolean)),
  ...dated,
});
export type Address = Reading<typeof addressShape>;

/** A name that another system has for the profile; unique in its namespace. */
export const identityShape = shape({
  ...numbered,
  ...ofProfile,
  namespace: required(text(100)),
  value: required(text()),
  ...dated,
});
export type Identity = Reading<typeof identityShape>;

/** A number about a profile that is calculated, or set from outside. */
export const aggregationShape = shape({
  ...ofProfile,
  handle: required(handle),
  name: given(text()),
  value: required(decimal),
  calculated_at: given(timestamp),
});
export type Aggregation = Reading<typeof aggregationShape>;

/** What a profile wants to hear of us, and how. */
export const commsShape = shape({
  ...ofProfile,
  email_opt_in: byCustomer(defaulted(boolean)),
  sms_opt_in: byCustomer(defaulted(boolean)),
  push_opt_in: byCustomer(defaulted(boolean)),
  post_opt_in: byCustomer(defaulted(boolean)),
  language: byCustomer(optional(text(35))),
  updated_at: given(timestamp),
});
export type Comms = Reading<typeof commsShape>;

export const appearanceShape = shape({
  ...ofProfile,
  avatar_url: byCustomer(optional(webAddress)),
  primary_colour: byCustomer(optional(colour)),
  theme: byCustomer(optional(oneOf('light', 'dark'))),
  updated_at: given(timestamp),
});
export type Appearance = Reading<typeof appearanceShape>;

/** A link of a profile to another system, made by a connection of the tenant. */
export const profileConnectionShape = shape({
  ...numbered,
  ...ofProfile,
  connection_id: requiredOnce(reference),
  external_id: required(text()),
  /** `synced` once a record of the other system was brought in. */
  status: given(text(50)),
  synced_at: given(timestamp),
  ...dated,
});
export type ProfileConnection = Reading<typeof profileConnectionShape>;

/** What an attribute of a profile has to be like. */
export const validationRuleShape = shape({
  attribute: always(text()),
  rules: always(texts),
});
export type ValidationRule = Reading<typeof validationRuleShape>;

/** Something that happened between a profile and the shop, such as a call. */
export const interactionShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  type: required(text(50)),
  channel: optional(text(50)),
  description: optional(longText),
  occurred_at: defaulted(timestamp),
  staff_id: staffOnly(optional(text())),
  location_id: optional(reference),
  meta: staffOnly(optional(anyArray)),
  ...dated,
});
export type Interaction = Reading<typeof interactionShape>;

/** An event of one's own (spec 6), about a profile or, without one, the tenant. */
export const customEventShape = shape({
  id: always(text()),
  profile_id: given(text()),
  /** The trigger that it fires. */
  name: requiredOnce(text()),
  data: optionalOnce(namedValues),
  created_at: given(timestamp),
});
export type CustomEvent = Reading<typeof customEventShape>;
export type RaiseEvent = Adding<typeof customEventShape>;

/** Names under which a profile may be known: one of them. */
export const knownAs = v.pipe(
  v.object({
    email: v.optional(email.write),
    external_id: v.optional(text().write),
    identifier: v.optional(text().write),
  }),
  v.check((names) => Object.values(names).some(Boolean), 'Send an email, external_id or identifier.'),
);
export type KnownAs = v.InferInput<typeof knownAs>;
/** `is_reserved`: a deleted profile has the name, which is taken until that profile is purged. */
export const existence = v.looseObject({ exists: v.boolean(), is_reserved: v.nullish(v.boolean()) });
export type Existence = v.InferOutput<typeof existence>;
export const availabilityOfName = v.looseObject({ available: v.boolean() });
export type AvailabilityOfName = v.InferOutput<typeof availabilityOfName>;

/** Profiles that are merged into the one in the path, which survives. */
export const mergeProfiles = v.object({
  profiles: v.pipe(v.array(text().write), v.minLength(1), v.maxLength(100)),
});
export type MergeProfiles = v.InferInput<typeof mergeProfiles>;
export const profileType = v.object({ type: text(50).write });
export type ProfileType = v.InferInput<typeof profileType>;
/** Which profiles to bring in line with the other systems; all of them when none is named. */
export const syncProfiles = v.object({
  profiles: v.optional(v.pipe(v.array(text().write), v.maxLength(1_000))),
});
export type SyncProfiles = v.InferInput<typeof syncProfiles>;

/** Records of the profile batches. */
export const statusOfProfile = v.object({ profile_id: text().write, status: text().write });
export type StatusOfProfile = v.InferInput<typeof statusOfProfile>;
export const tagsOfProfile = v.object({ profile_id: text().write, tags: texts.write });
export type TagsOfProfile = v.InferInput<typeof tagsOfProfile>;
export const aggregationOfProfile = v.object({ profile_id: text().write, ...aggregationShape.add.entries });
export type AggregationOfProfile = v.InferInput<typeof aggregationOfProfile>;
export type EditProfile = Editing<typeof profileShape>;
