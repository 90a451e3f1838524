import { get, post } from '../../endpoint.ts';

export const profileAchievements = get('/v3/profiles/{profile}/achievements', 'profiles.achievements.index');
export const readProfileAchievement = get('/v3/profiles/{profile}/achievements/{achievement}', 'profiles.achievements.show');
export const profileAchievementPoints = get('/v3/profiles/{profile}/achievements/{definition}/achievement-points', 'profiles.achievements.achievement-points.index');

export const profileBalances = get('/v3/profiles/{profile}/balances', 'profiles.balances.show');

export const estimateIncentives = post('/v3/incentives/estimate', 'incentives.estimate');

export const points = get('/v3/points', 'points.index');
export const addPoint = post('/v3/points', 'points.store');
export const readPoint = get('/v3/points/{point}', 'points.show');
export const profileLinkedPoints = get('/v3/profiles/{profile}/linked_points', 'profiles.linked_points.index');
export const profilePoints = get('/v3/profiles/{profile}/points', 'profiles.points.index');
export const addProfilePoint = post('/v3/profiles/{profile}/points', 'profiles.points.store');
export const readProfilePoint = get('/v3/profiles/{profile}/points/{point}', 'profiles.points.show');
