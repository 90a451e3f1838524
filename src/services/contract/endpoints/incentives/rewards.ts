import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted, Target } from '../../shapes/records/automation.ts';
import type { Extend } from '../../shapes/records/incentives.ts';
import type { Reward, rewardShape } from '../../shapes/reward.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses rewards of all profiles (spec 1 rule 5). */
export const rewards = endpoint('GET', '/v3/rewards', 'rewards.index', of<Page<Reward>>);

/** Issues a reward to a profile, without points (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addReward = endpoint(
  'POST',
  '/v3/rewards',
  'rewards.store',
  of<Data<Reward>>,
  of<Adding<typeof rewardShape>>,
);

/** Reads a reward (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const readReward = endpoint('GET', '/v3/rewards/{reward}', 'rewards.show', of<Data<Reward>>);

/** Edits a reward (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const editReward = endpoint(
  'PUT',
  '/v3/rewards/{reward}',
  'rewards.update',
  of<Data<Reward>>,
  of<Editing<typeof rewardShape>>,
);

/** Deletes a reward (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const deleteReward = endpoint('DELETE', '/v3/rewards/{reward}', 'rewards.destroy');

/** Issues rewards in a batch (spec 4.6 Incentives). */
export const batchRewards = endpoint(
  'POST',
  '/v3/rewards/batch.json',
  'rewards.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof rewardShape>>>,
);

/** Reads where messages about a reward go, by type of message (spec 4.6 Incentives). */
export const readRewardTriggerTarget = endpoint(
  'GET',
  '/v3/rewards/{reward}/trigger-target/{type}',
  'rewards.trigger-target.show',
  of<Data<Target>>,
);

/** Gives rewards more time (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const extendRewards = endpoint(
  'POST',
  '/v3/rewards/extend',
  'rewards.extend',
  of<Page<Reward>>,
  of<Extend>,
);
