import type { Data, Page } from '../../shapes/envelope.ts';
import type { AchievementDefinition, achievementDefinitionShape } from '../../shapes/records/incentives.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses achievement definitions (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const achievementDefinitions = endpoint(
  'GET',
  '/v3/achievements/definitions',
  'achievements.definitions.index',
  of<Page<AchievementDefinition>>,
);

/** Adds an achievement definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const addAchievementDefinition = endpoint(
  'POST',
  '/v3/achievements/definitions',
  'achievements.definitions.store',
  of<Data<AchievementDefinition>>,
  of<Adding<typeof achievementDefinitionShape>>,
);

/** Reads an achievement definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const readAchievementDefinition = endpoint(
  'GET',
  '/v3/achievements/definitions/{definition}',
  'achievements.definitions.show',
  of<Data<AchievementDefinition>>,
);

/** Edits an achievement definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const editAchievementDefinition = endpoint(
  'PUT',
  '/v3/achievements/definitions/{definition}',
  'achievements.definitions.update',
  of<Data<AchievementDefinition>>,
  of<Editing<typeof achievementDefinitionShape>>,
);

/** Deletes an achievement definition (spec 4.6 Configuration). Verb and path: ASSUMPTION J15, G12. */
export const deleteAchievementDefinition = endpoint(
  'DELETE',
  '/v3/achievements/definitions/{definition}',
  'achievements.definitions.destroy',
);
