import { get, post, put, remove } from '../../endpoint.ts';

export const profileRewards = get('/v3/profiles/{id}/rewards', 'profiles.rewards.index');
export const claimReward = post('/v3/profiles/{profileId}/rewards', 'profiles.rewards.store');
export const readProfileReward = get('/v3/profiles/{profileId}/rewards/{rewardId}', 'profiles.rewards.show');
export const editProfileReward = put('/v3/profiles/{profileId}/rewards/{rewardId}', 'profiles.rewards.update');
export const deleteProfileReward = remove('/v3/profiles/{profileId}/rewards/{rewardId}', 'profiles.rewards.destroy');

export const rewards = get('/v3/rewards', 'rewards.index');
export const addReward = post('/v3/rewards', 'rewards.store');
export const readReward = get('/v3/rewards/{reward}', 'rewards.show');
export const editReward = put('/v3/rewards/{reward}', 'rewards.update');
export const deleteReward = remove('/v3/rewards/{reward}', 'rewards.destroy');
export const batchRewards = post('/v3/rewards/batch.json', 'rewards.batch.store');
export const readRewardTriggerTarget = get('/v3/rewards/{reward}/trigger-target/{type}', 'rewards.trigger-target.show');
export const extendRewards = post('/v3/rewards/extend', 'rewards.extend');
