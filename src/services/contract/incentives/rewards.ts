import * as v from 'valibot';
import * as on from '../endpoints/incentives/rewards.ts';
import * as kind from '../kinds.ts';
import { targetShape } from '../automation.ts';
import { extend, notes, recordShape } from '../common.ts';
import { rewardDefinitionShape, stepCount } from '../configuration/definitions.ts';
import { batch, clause, contract, crud, onlyNamed, verbsNotNamed, nothing } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { balances } from './points.ts';
import { given, mayName, optional, refersTo, requiredOnce } from '../fields.ts';
import { about, body, nested, reply, type Reading } from '../shape.ts';

export const rewardShape = recordShape('Reward', {
  [about]: 'A reward instance: issued to a profile, points to its definition (spec 1 rule 6). ASSUMPTION.',
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  reward_definition_id: refersTo('reward-definition')(requiredOnce(kind.reference)),
  definition: given(nested(rewardDefinitionShape)),
  code: given(kind.text(), 'Code that the shopper shows or enters at checkout.'),
  points_spent: given(kind.integer),
  amount: given(
    kind.decimal,
    'Money that the reward is worth, as decimal text: fixed when it is issued. Null for a reward without steps.',
  ),
  currency: mayName('currency', 'code')(given(kind.currencyCode, 'Currency of `amount`.')),
  issued_at: given(kind.timestamp),
  expires_at: optional(kind.timestamp),
  redeemed_at: given(kind.timestamp),
  ...notes,
});
export type Reward = Reading<typeof rewardShape>;

export const claimReward = body('ClaimReward', {
  [about]:
    'Body of a claim: ASSUMPTION. `steps` is for a reward with steps; without it, the claim has `minimum_steps`.',
  reward_definition_id: v.pipe(v.number(), v.integer()),
  // Not null: it is what JSON has for NaN, which is no wish for the fewest steps.
  steps: v.optional(stepCount.write),
});
export type ClaimReward = v.InferOutput<typeof claimReward>;

export const claimedReward = reply('ClaimedReward', {
  [about]: 'Reply to a claim: the new reward and the balances after it. ASSUMPTION.',
  data: rewardShape.record,
  meta: v.optional(v.looseObject({ balances: v.optional(balances) })),
});
export type ClaimedReward = v.InferOutput<typeof claimedReward>;

export const rewardContracts = [
  ...clause('1 rule 5', [
    contract(on.profileRewards, 'Browses the rewards of a profile', { reply: page(rewardShape) }),
    contract(on.rewards, 'Browses rewards of all profiles', { reply: page(rewardShape) }),
  ]),
  ...clause('4.6 Incentives', verbsNotNamed, [
    contract(on.readProfileReward, 'Reads a reward of a profile', { reply: data(rewardShape) }),
    contract(on.addReward, 'Issues a reward to a profile; costs no points', {
      reply: data(rewardShape),
      body: rewardShape.add,
    }),
    ...crud(on, 'rewards', rewardShape, { one: 'a reward', except: ['index', 'store'] }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    contract(on.editProfileReward, 'Edits a reward of a profile', {
      reply: data(rewardShape),
      body: rewardShape.edit,
    }),
    contract(on.deleteProfileReward, 'Deletes a reward of a profile', { reply: nothing }),
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
      assumed: onlyNamed,
      reply: page(rewardShape),
      body: extend,
    }),
  ]),
];
