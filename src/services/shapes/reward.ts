import * as v from 'valibot';
import { balances } from './balances.ts';

const integer = v.pipe(v.number(), v.integer());

/** Whether the asking customer can claim a reward, and why not. Only in replies to a customer's own token. */
export const eligibility = v.looseObject({
  claimable: v.boolean(),
  /** `points`, `tier`, `limit`, `stock` or `dates`; null when claimable. */
  reason: v.nullish(v.string()),
  /** The reason in words, for the shopper. */
  message: v.nullish(v.string()),
});

/** A reward definition (spec 1 rule 6). Not shown: ASSUMPTION G4, names as in spec 2.6. */
export const rewardDefinition = v.looseObject({
  id: integer,
  name: v.string(),
  handle: v.string(),
  short_description: v.nullish(v.string()),
  description: v.nullish(v.string()),
  terms_conditions: v.nullish(v.string()),
  /** A sign of one or two characters, such as `€`. */
  icon: v.nullish(v.string()),
  image_url: v.nullish(v.string()),
  primary_colour: v.nullish(v.string()),
  /** Price of one claim, in whole points. */
  points_cost: integer,
  is_published: v.boolean(),
  eligibility: v.nullish(eligibility),
});
export type RewardDefinition = v.InferOutput<typeof rewardDefinition>;

/** A reward instance: issued to a profile, points to its definition (spec 1 rule 6). ASSUMPTION G4. */
export const reward = v.looseObject({
  id: integer,
  profile_id: v.string(),
  reward_definition_id: integer,
  definition: v.nullish(rewardDefinition),
  /** What the shopper shows or types at checkout. */
  code: v.nullish(v.string()),
  points_spent: v.nullish(integer),
  issued_at: v.nullish(v.string()),
  expires_at: v.nullish(v.string()),
  redeemed_at: v.nullish(v.string()),
});
export type Reward = v.InferOutput<typeof reward>;

/** Body of a claim: ASSUMPTION G11. */
export const claimReward = v.object({ reward_definition_id: integer });
export type ClaimReward = v.InferOutput<typeof claimReward>;

/** Reply to a claim: the new reward, and the balances after it, so that nothing has to be asked again. ASSUMPTION G11. */
export const claimedReward = v.looseObject({
  data: reward,
  meta: v.optional(v.looseObject({ balances: v.optional(balances) })),
});
export type ClaimedReward = v.InferOutput<typeof claimedReward>;
