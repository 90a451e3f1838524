import { boolean, email, handle, longText, reference, text, texts, timestamp } from '../kinds.ts';
import {
  always,
  defaulted,
  given,
  optional,
  required,
  requiredOnce,
  secret,
  shape,
  type Adding,
  type Reading,
} from '../shape.ts';
import { dated, externalId, named, notes, numbered, switched } from './common.ts';

// Records of the section Organisations and access: ASSUMPTION G4.

export const organisationShape = shape({
  ...numbered,
  ...named,
  ...externalId,
  parent_id: optional(reference),
  ...notes,
  ...dated,
});
export type Organisation = Reading<typeof organisationShape>;

/** That a profile belongs to an organisation, and as what. */
export const organisationProfileShape = shape({
  organisation_id: always(reference),
  profile_id: requiredOnce(text()),
  role: optional(text(50)),
  ...dated,
});
export type OrganisationProfile = Reading<typeof organisationProfileShape>;

/** Who signs in, or the machine of an integration (spec 5), which owns that integration's tokens. */
export const userShape = shape({
  ...numbered,
  username: required(text()),
  name: required(text()),
  email: optional(email),
  /** Is sent, and never shown. A change ends the tokens of a person, and leaves those of a machine user (spec 5). */
  password: secret({ ...text(200) }),
  is_machine: defaulted(boolean),
  /** Handles of roles. */
  roles: defaulted(texts),
  ...switched,
  last_seen_at: given(timestamp),
  ...dated,
});
export type User = Reading<typeof userShape>;
export type AddUser = Adding<typeof userShape>;

/** Someone who works in a shop: `{staffIdentifier}` is `identifier`. */
export const staffShape = shape({
  ...numbered,
  identifier: requiredOnce(text()),
  first_name: optional(text()),
  last_name: optional(text()),
  email: optional(email),
  location_id: optional(reference),
  ...switched,
  ...dated,
});
export type Staff = Reading<typeof staffShape>;

export const roleShape = shape({
  ...numbered,
  ...named,
  role_definition_id: optional(reference),
  /** Handles of permissions. */
  permissions: defaulted(texts),
  ...dated,
});
export type Role = Reading<typeof roleShape>;

/** What a role may do; `handle` is a scope, such as `incentives.write` (G15). */
export const permissionShape = shape({
  ...numbered,
  name: required(text()),
  handle: required({ ...handle, write: text(80).write }),
  description: optional(longText),
  ...dated,
});
export type Permission = Reading<typeof permissionShape>;
