import { endpoint } from '../../endpoint.ts';
export { profileRewards } from '../first-requests.ts';

export const claimReward = endpoint('POST', '/v3/profiles/{profileId}/rewards', 'profiles.rewards.store');
export const readProfileReward = endpoint('GET', '/v3/profiles/{profileId}/rewards/{rewardId}', 'profiles.rewards.show');
export const editProfileReward = endpoint('PUT', '/v3/profiles/{profileId}/rewards/{rewardId}', 'profiles.rewards.update');
export const deleteProfileReward = endpoint('DELETE', '/v3/profiles/{profileId}/rewards/{rewardId}', 'profiles.rewards.destroy');

export const rewards = endpoint('GET', '/v3/rewards', 'rewards.index');
export const addReward = endpoint('POST', '/v3/rewards', 'rewards.store');
export const readReward = endpoint('GET', '/v3/rewards/{reward}', 'rewards.show');
export const editReward = endpoint('PUT', '/v3/rewards/{reward}', 'rewards.update');
export const deleteReward = endpoint('DELETE', '/v3/rewards/{reward}', 'rewards.destroy');
export const batchRewards = endpoint('POST', '/v3/rewards/batch.json', 'rewards.batch.store');
export const readRewardTriggerTarget = endpoint('GET', '/v3/rewards/{reward}/trigger-target/{type}', 'rewards.trigger-target.show');
export const extendRewards = endpoint('POST', '/v3/rewards/extend', 'rewards.extend');
