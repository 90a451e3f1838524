import { endpoint } from '../../endpoint.ts';

export const profileAchievements = endpoint('GET', '/v3/profiles/{profile}/achievements', 'profiles.achievements.index');
export const readProfileAchievement = endpoint('GET', '/v3/profiles/{profile}/achievements/{achievement}', 'profiles.achievements.show');
export const profileAchievementPoints = endpoint('GET', '/v3/profiles/{profile}/achievements/{definition}/achievement-points', 'profiles.achievements.achievement-points.index');

export const profileBalances = endpoint('GET', '/v3/profiles/{profile}/balances', 'profiles.balances.show');

export const estimateIncentives = endpoint('POST', '/v3/incentives/estimate', 'incentives.estimate');

export const points = endpoint('GET', '/v3/points', 'points.index');
export const addPoint = endpoint('POST', '/v3/points', 'points.store');
export const readPoint = endpoint('GET', '/v3/points/{point}', 'points.show');
export const profileLinkedPoints = endpoint('GET', '/v3/profiles/{profile}/linked_points', 'profiles.linked_points.index');
export const profilePoints = endpoint('GET', '/v3/profiles/{profile}/points', 'profiles.points.index');
export const addProfilePoint = endpoint('POST', '/v3/profiles/{profile}/points', 'profiles.points.store');
export const readProfilePoint = endpoint('GET', '/v3/profiles/{profile}/points/{point}', 'profiles.points.show');
