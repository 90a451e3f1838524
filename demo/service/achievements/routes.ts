import { profileAchievementPoints } from '../../../src/services/contract/endpoints/index.ts';
import { achievementDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { achievementPointShape } from '../../../src/services/contract/incentives/points.ts';
import { browse } from '../api/paging.ts';
import { route, type Route } from '../api/route.ts';
import { attributesOf } from '../crud/fields.ts';
import { findRecord } from '../crud/store.ts';
import { ownTable, tableOf } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';

const definitions = tableOf('achievement-definition', achievementDefinitionShape);
export const achievementPointAttributes = attributesOf(
  achievementPointShape,
  ownTable('achievement_points', [
    'profile_id',
    'achievement_definition_id',
    'value',
    'description',
    'earned_at',
  ]),
);

/** The points of an achievement. */
export const achievementRoutes: readonly Route[] = [
  route(profileAchievementPoints, async (call) => {
    const { db, path, profileId } = call;
    const definition = await findRecord(db, definitions, {}, path.definition);
    return browse(
      call,
      db
        .selectFrom('achievement_points')
        .selectAll()
        .where('profile_id', '=', profileId)
        .where('achievement_definition_id', '=', definition.id),
      (rows) => viewsOf({ shape: achievementPointShape }, call, rows),
      { attributes: achievementPointAttributes, order: '-earned_at' },
    );
  }),
];
