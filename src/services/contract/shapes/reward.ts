import * as v from 'valibot';
import { balances } from './balances.ts';
import { count, integer, reference, text, timestamp } from './kinds.ts';
import { availability, definitionFields } from './records/definition.ts';
import { dated, notes, numbered } from './records/common.ts';
import { given, nested, optional, required, requiredOnce, shape, type Reading } from './shape.ts';

/** Whether the asking customer can claim a reward, and why not. Only in replies to a customer's own token. */
export const eligibility = v.looseObject({
  claimable: v.boolean(),
  /** `points`, `tier`, `limit`, `stock` or `dates`; null when claimable. */
  reason: v.nullish(v.string()),
  /** The reason in words, for the shopper. */
  message: v.nullish(v.string()),
});

/** A reward definition (spec 1 rule 6). Not shown: ASSUMPTION G4, names as in spec 2.6. */
export const rewardDefinitionShape = shape({
  ...definitionFields,
  /** Price of one claim, in whole points. */
  points_cost: required(count(0, 1_000_000_000)),
  ...availability,
  eligibility: given({ read: eligibility, sent: eligibility, write: eligibility }),
});
export const rewardDefinition = rewardDefinitionShape.record;
export type RewardDefinition = Reading<typeof rewardDefinitionShape>;

/** A reward instance: issued to a profile, points to its definition (spec 1 rule 6). ASSUMPTION G4. */
export const rewardShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  reward_definition_id: requiredOnce(reference),
  definition: given(nested(rewardDefinitionShape)),
  /** What the shopper shows or types at checkout. */
  code: given(text()),
  points_spent: given(integer),
  issued_at: given(timestamp),
  expires_at: optional(timestamp),
  redeemed_at: given(timestamp),
  ...notes,
  ...dated,
});
export const reward = rewardShape.record;
export type Reward = Reading<typeof rewardShape>;

/** Body of a claim: ASSUMPTION G11. */
export const claimReward = v.object({ reward_definition_id: v.pipe(v.number(), v.integer()) });
export type ClaimReward = v.InferOutput<typeof claimReward>;

/** Reply to a claim: the new reward, and the balances after it, so that nothing has to be asked again. ASSUMPTION G11. */
export const claimedReward = v.looseObject({
  data: reward,
  meta: v.optional(v.looseObject({ balances: v.optional(balances) })),
});
export type ClaimedReward = v.InferOutput<typeof claimedReward>;
