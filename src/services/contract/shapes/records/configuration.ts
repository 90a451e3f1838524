import * as v from 'valibot';
import {
  colour,
  count,
  countryCode,
  currencyCode,
  decimal,
  handle,
  namedValues,
  oneOf,
  reference,
  text,
  texts,
  timezone,
  webAddress,
} from '../kinds.ts';
import {
  always,
  defaulted,
  optional,
  required,
  requiredOnce,
  shape,
  staffOnly,
  type Reading,
} from '../shape.ts';
import { dated, externalId, named, numbered, switched } from './common.ts';

// Records of the section Configuration, but for the definitions of incentives: ASSUMPTION G4.

export const brandShape = shape({
  ...numbered,
  ...named,
  ...externalId,
  image_url: optional(webAddress),
  primary_colour: optional(colour),
  ...dated,
});
export type Brand = Reading<typeof brandShape>;

export const countryShape = shape({
  ...numbered,
  ...named,
  /** ISO 3166 alpha-2. */
  code: required(countryCode),
  currency_id: optional(reference),
  ...dated,
});
export type Country = Reading<typeof countryShape>;

export const currencyShape = shape({
  ...numbered,
  ...named,
  /** ISO 4217. */
  code: required(currencyCode),
  symbol: optional(text(8)),
  /** Digits after the point. */
  decimals: defaulted(count(0, 4)),
  ...dated,
});
export type Currency = Reading<typeof currencyShape>;

export const departmentShape = shape({
  ...numbered,
  ...named,
  ...externalId,
  parent_id: optional(reference),
  ...dated,
});
export type Department = Reading<typeof departmentShape>;

export const regionShape = shape({
  ...numbered,
  ...named,
  country_id: optional(reference),
  currency_id: optional(reference),
  timezone: optional(timezone),
  ...dated,
});
export type Region = Reading<typeof regionShape>;
/** A region of a profile: which one, and as what. */
export const profileRegionShape = shape({
  ...numbered,
  profile_id: always(text()),
  region_id: requiredOnce(reference),
  role: optional(text(50)),
  ...dated,
});
export type ProfileRegion = Reading<typeof profileRegionShape>;

/** What one thing is worth in another, such as points in money. Payload: ASSUMPTION G10. */
export const rateShape = shape({
  ...numbered,
  name: required(text()),
  handle: defaulted(handle),
  /** Decimal text. */
  value: required(decimal),
  currency_id: optional(reference),
  ...dated,
});
export type Rate = Reading<typeof rateShape>;
/** Applies a rate to an amount; both are decimal text. */
export const calculateRate = v.object({
  rate: v.union([reference.write, handle.write]),
  amount: decimal.write,
});
export type CalculateRate = v.InferInput<typeof calculateRate>;
export const calculatedRate = v.looseObject({
  rate: rateShape.record,
  amount: v.string(),
  result: v.string(),
});
export type CalculatedRate = v.InferOutput<typeof calculatedRate>;

/** Another system that this one knows, such as a till. It can be added and deleted, not edited (4.6). */
export const systemShape = shape({ ...numbered, ...named, type: optional(text(50)), ...dated });
export type System = Reading<typeof systemShape>;
/** A word to find records by. It can be added and deleted, not edited (4.6). */
export const tagShape = shape({ ...numbered, ...named, ...dated });
export type Tag = Reading<typeof tagShape>;
/** A state that profiles can be in. */
export const statusShape = shape({ ...numbered, ...named, colour: optional(colour), ...dated });
export type Status = Reading<typeof statusShape>;

/** Filters of 4.2.1 kept under a name. */
export const savedFilterShape = shape({
  ...numbered,
  ...named,
  /** The resource that it filters, such as `redemption`. */
  model: required(text(50)),
  filter: required(namedValues),
  sort: optional(text()),
  ...dated,
});
export type SavedFilter = Reading<typeof savedFilterShape>;

export const connectionDefinitionShape = shape({
  ...numbered,
  ...named,
  type: required(text(50)),
  /** Names of the settings that a connection of it has. */
  settings: defaulted(texts),
  ...dated,
});
export type ConnectionDefinition = Reading<typeof connectionDefinitionShape>;
/** A link of the tenant to another system. Its settings may hold secrets. */
export const connectionShape = shape({
  ...numbered,
  ...named,
  connection_definition_id: requiredOnce(reference),
  settings: staffOnly(optional(namedValues)),
  ...switched,
  ...dated,
});
export type Connection = Reading<typeof connectionShape>;

export const roleDefinitionShape = shape({
  ...numbered,
  ...named,
  /** Handles of the permissions that a role made of it begins with. */
  permissions: defaulted(texts),
  level: defaulted(oneOf('tenant', 'organisation', 'location')),
  ...dated,
});
export type RoleDefinition = Reading<typeof roleDefinitionShape>;

/** Handles of custom fields that are to go (rule R78). */
export const handlesToDelete = v.pipe(v.array(text().write), v.maxLength(1_000));
export type HandlesToDelete = v.InferInput<typeof handlesToDelete>;
export const cloneDefinition = v.object({ name: v.optional(text().write), handle: v.optional(handle.write) });
export type CloneDefinition = v.InferInput<typeof cloneDefinition>;
