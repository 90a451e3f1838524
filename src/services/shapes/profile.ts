import * as v from 'valibot';

/** A profile: the parts spec 2.3 shows; everything else is unknown and kept (ASSUMPTION G4). */
export const profile = v.looseObject({
  id: v.string(),
  first_name: v.nullish(v.string()),
  last_name: v.nullish(v.string()),
  full_name: v.nullish(v.string()),
  email: v.nullish(v.string()),
});
export type Profile = v.InferOutput<typeof profile>;
