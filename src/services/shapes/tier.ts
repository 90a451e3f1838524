import * as v from 'valibot';

const points = v.pipe(v.number(), v.integer());

/** A tier definition as customers see it: ASSUMPTION G4, names as in spec 2.6. */
export const tierDefinition = v.looseObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  handle: v.string(),
  /** Tier points at which this tier begins. */
  points_required: points,
  primary_colour: v.nullish(v.string()),
  description: v.nullish(v.string()),
});
export type TierDefinition = v.InferOutput<typeof tierDefinition>;

/** Where a profile stands: ASSUMPTION G4. `definition` is null below the first tier, `next` null in the highest. */
export const profileTier = v.looseObject({
  /** Points that count towards tiers. */
  points,
  issued_at: v.nullish(v.string()),
  definition: v.nullish(tierDefinition),
  next: v.nullish(tierDefinition),
});
export type ProfileTier = v.InferOutput<typeof profileTier>;
