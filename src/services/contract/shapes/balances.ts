import * as v from 'valibot';

/** Balances of a profile. Not shown in the spec: ASSUMPTION G4. All amounts are whole points. */
export const balances = v.looseObject({
  points: v.looseObject({
    /** Can be spent now. */
    available: v.pipe(v.number(), v.integer()),
    /** Earned, not released yet. */
    pending: v.nullish(v.pipe(v.number(), v.integer())),
    /** Earned since the profile exists, spent and expired ones included. */
    earned: v.nullish(v.pipe(v.number(), v.integer())),
    /** The next points that expire; null when none do. */
    expiring: v.nullish(v.looseObject({ value: v.pipe(v.number(), v.integer()), expires_at: v.string() })),
  }),
});
export type Balances = v.InferOutput<typeof balances>;
