import * as v from 'valibot';
import * as on from '../endpoints/incentives/rewards.ts';
import * as kind from '../kinds.ts';
import { targetShape } from '../automation.ts';
import { accepted, dated, extend, notes, numbered } from '../common.ts';
import { rewardDefinitionShape } from '../configuration/definitions.ts';
import { contract, crud, G12, J15 } from '../contract.ts';
import { data, page, records } from '../envelope.ts';
import { balances } from './points.ts';
import { given, named, nested, optional, type Reading, requiredOnce, shape } from '../shape.ts';

export const rewardShape = shape(
  'Reward',
  'A reward instance: issued to a profile, points to its definition (spec 1 rule 6). ASSUMPTION G4.',
  {
    ...numbered,
    profile_id: requiredOnce(kind.text()),
    reward_definition_id: requiredOnce(kind.reference),
    definition: given(nested(rewardDefinitionShape)),
    code: given(kind.text(), 'What the shopper shows or types at checkout.'),
    points_spent: given(kind.integer),
    issued_at: given(kind.timestamp),
    expires_at: optional(kind.timestamp),
    redeemed_at: given(kind.timestamp),
    ...notes,
    ...dated,
  },
);
export type Reward = Reading<typeof rewardShape>;

export const claimReward = named(
  'ClaimReward',
  v.object({ reward_definition_id: v.pipe(v.number(), v.integer()) }),
  'Body of a claim: ASSUMPTION G11.',
);
export type ClaimReward = v.InferOutput<typeof claimReward>;

export const claimedReward = named(
  'ClaimedReward',
  v.looseObject({
    data: rewardShape.record,
    meta: v.optional(v.looseObject({ balances: v.optional(balances) })),
  }),
  'Reply to a claim: the new reward, and the balances after it, so that nothing has to be asked again. ASSUMPTION G11.',
);
export type ClaimedReward = v.InferOutput<typeof claimedReward>;

export const rewardContracts = [
  contract(on.profileRewards, '1 rule 5', 'Reward instances that belong to a profile', {
    reply: page(rewardShape.record),
  }),
  ...crud(rewardShape, [on.readProfileReward], '4.6 Incentives', {
    one: 'a reward of a profile',
    assumed: J15,
  }),
  ...crud(rewardShape, [on.editProfileReward, on.deleteProfileReward], '4.6 Profile sub-resources', {
    one: 'a reward of a profile',
  }),
  contract(on.addReward, '4.6 Incentives', 'Issues a reward to a profile, without points', {
    assumed: J15,
    reply: data(rewardShape.record),
    body: rewardShape.add,
  }),
  ...crud(rewardShape, [on.rewards], '1 rule 5', { many: 'rewards of all profiles' }),
  ...crud(rewardShape, [on.readReward, on.editReward, on.deleteReward], '4.6 Incentives', {
    one: 'a reward',
    assumed: J15,
  }),
  contract(
    on.claimReward,
    '4.6 Profile sub-resources',
    'Issues a reward to a profile: a claim, paid in points',
    { reply: claimedReward, body: claimReward },
  ),
  contract(on.batchRewards, '4.6 Incentives', 'Issues rewards in a batch', {
    reply: data(accepted),
    body: records(rewardShape.add),
  }),
  contract(on.extendRewards, '4.6 Incentives', 'Gives rewards more time', {
    assumed: G12,
    reply: page(rewardShape.record),
    body: extend,
  }),
  contract(
    on.readRewardTriggerTarget,
    '4.6 Incentives',
    'Reads where messages about a reward go, by type of message',
    { reply: data(targetShape.record) },
  ),
];
