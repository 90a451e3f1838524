import * as v from 'valibot';
import * as on from '../endpoints/incentives/rewards.ts';
import * as kind from '../kinds.ts';
import { targetShape } from '../automation.ts';
import { dated, extend, notes, numbered } from '../common.ts';
import { rewardDefinitionShape } from '../configuration/definitions.ts';
import { batch, clause, contract, crud, G12, J15 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { balances } from './points.ts';
import { given, optional, requiredOnce } from '../fields.ts';
import { named, nested, shape, type Reading } from '../shape.ts';

export const rewardShape = shape(
  'Reward',
  'A reward instance: issued to a profile, points to its definition (spec 1 rule 6). ASSUMPTION G4.',
  {
    ...numbered,
    profile_id: requiredOnce(kind.text()),
    reward_definition_id: requiredOnce(kind.reference),
    definition: given(nested(rewardDefinitionShape)),
    code: given(kind.text(), 'Code that the shopper shows or enters at checkout.'),
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
  'Reply to a claim: the new reward and the balances after it. ASSUMPTION G11.',
);
export type ClaimedReward = v.InferOutput<typeof claimedReward>;

export const rewardContracts = [
  ...clause('1 rule 5', [
    contract(on.profileRewards, 'Browses the rewards of a profile', { reply: page(rewardShape) }),
    ...crud(on, 'rewards', rewardShape, { many: 'rewards of all profiles', only: ['index'] }),
  ]),
  ...clause('4.6 Incentives', J15, [
    ...crud(on, 'profiles.rewards', rewardShape, { one: 'a reward of a profile', only: ['show'] }),
    contract(on.addReward, 'Issues a reward to a profile; costs no points', {
      reply: data(rewardShape),
      body: rewardShape.add,
    }),
    ...crud(on, 'rewards', rewardShape, { one: 'a reward', only: ['show', 'update', 'destroy'] }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    ...crud(on, 'profiles.rewards', rewardShape, {
      one: 'a reward of a profile',
      only: ['update', 'destroy'],
    }),
    contract(on.claimReward, 'Claims a reward for a profile: issues it and debits its cost in points', {
      reply: claimedReward,
      body: claimReward,
    }),
  ]),
  ...clause('4.6 Incentives', [
    batch(on.batchRewards, 'Issues rewards in a batch', rewardShape.add),
    contract(on.readRewardTriggerTarget, 'Reads the target of messages about a reward, by type of message', {
      reply: data(targetShape),
    }),
    contract(on.extendRewards, 'Extends the expiry of rewards', {
      assumed: G12,
      reply: page(rewardShape),
      body: extend,
    }),
  ]),
];
