import * as v from 'valibot';
import { count } from './kinds.ts';
import { definitionFields } from './records/definition.ts';
import { given, required, shape, type Reading } from './shape.ts';

/** A reward or benefit that a tier brings: what a page needs to name it, and how it is read whole. */
const broughtDefinition = v.looseObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  handle: v.string(),
  short_description: v.nullish(v.string()),
  icon: v.nullish(v.string()),
  image_url: v.nullish(v.string()),
  points_cost: v.pipe(v.number(), v.integer()),
});
const broughtDefinitions = v.array(broughtDefinition);
const brought = { read: broughtDefinitions, sent: broughtDefinitions, write: broughtDefinitions };

/** A tier definition: ASSUMPTION G4, names as in spec 2.6. */
export const tierDefinitionShape = shape({
  ...definitionFields,
  /** Tier points at which this tier begins. */
  points_required: required(count(0, 1_000_000_000)),
  /** Published rewards and benefits that need this tier (`tier_definition_id`); those of lower tiers stay with them. */
  rewards: given(brought),
  benefits: given(brought),
});
/** As customers see it: not more than what a badge needs. */
export const tierDefinition = v.looseObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  handle: v.string(),
  points_required: v.pipe(v.number(), v.integer()),
  primary_colour: v.nullish(v.string()),
  description: v.nullish(v.string()),
});
export type TierDefinition = v.InferOutput<typeof tierDefinition>;
export type FullTierDefinition = Reading<typeof tierDefinitionShape>;

/** Where a profile stands: ASSUMPTION G4. `definition` is null below the first tier, `next` null in the highest. */
export const profileTier = v.looseObject({
  /** Points that count towards tiers. */
  points: v.pipe(v.number(), v.integer()),
  issued_at: v.nullish(v.string()),
  definition: v.nullish(tierDefinition),
  next: v.nullish(tierDefinition),
});
export type ProfileTier = v.InferOutput<typeof profileTier>;
