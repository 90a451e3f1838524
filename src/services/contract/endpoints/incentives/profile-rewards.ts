import type { Data, Page } from '../../shapes/envelope.ts';
import type { ClaimedReward, ClaimReward, Reward, rewardShape } from '../../shapes/reward.ts';
import type { Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Reward instances that belong to a profile (spec 1 rule 5). */
export const profileRewards = endpoint(
  'GET',
  '/v3/profiles/{id}/rewards',
  'profiles.rewards.index',
  of<Page<Reward>>,
);

/** Issues a reward to a profile: a claim, paid in points (spec 4.6 Profile sub-resources). */
export const claimReward = endpoint(
  'POST',
  '/v3/profiles/{profileId}/rewards',
  'profiles.rewards.store',
  of<ClaimedReward>,
  of<ClaimReward>,
);

/** Reads a reward of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const readProfileReward = endpoint(
  'GET',
  '/v3/profiles/{profileId}/rewards/{rewardId}',
  'profiles.rewards.show',
  of<Data<Reward>>,
);

/** Edits a reward of a profile (spec 4.6 Profile sub-resources). */
export const editProfileReward = endpoint(
  'PUT',
  '/v3/profiles/{profileId}/rewards/{rewardId}',
  'profiles.rewards.update',
  of<Data<Reward>>,
  of<Editing<typeof rewardShape>>,
);

/** Deletes a reward of a profile (spec 4.6 Profile sub-resources). */
export const deleteProfileReward = endpoint(
  'DELETE',
  '/v3/profiles/{profileId}/rewards/{rewardId}',
  'profiles.rewards.destroy',
);
