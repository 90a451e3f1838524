import { endpoint } from '../../endpoint.ts';

export const profileAchievements = endpoint('GET', '/v3/profiles/{profile}/achievements', 'profiles.achievements.index');
export const readProfileAchievement = endpoint('GET', '/v3/profiles/{profile}/achievements/{achievement}', 'profiles.achievements.show');
export const profileAchievementPoints = endpoint('GET', '/v3/profiles/{profile}/achievements/{definition}/achievement-points', 'profiles.achievements.achievement-points.index');
