import type { Data, Page } from '../../shapes/envelope.ts';
import type { Achievement, AchievementPoint } from '../../shapes/records/incentives.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses achievements of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const profileAchievements = endpoint(
  'GET',
  '/v3/profiles/{profile}/achievements',
  'profiles.achievements.index',
  of<Page<Achievement>>,
);

/** Reads an achievement of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const readProfileAchievement = endpoint(
  'GET',
  '/v3/profiles/{profile}/achievements/{achievement}',
  'profiles.achievements.show',
  of<Data<Achievement>>,
);

/** Browses the points that a profile has in one achievement (spec 4.6 Profile sub-resources). */
export const profileAchievementPoints = endpoint(
  'GET',
  '/v3/profiles/{profile}/achievements/{definition}/achievement-points',
  'profiles.achievements.achievement-points.index',
  of<Page<AchievementPoint>>,
);
