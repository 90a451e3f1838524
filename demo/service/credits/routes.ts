import * as on from '../../../src/services/contract/endpoints/index.ts';
import { achievementPointShape } from '../../../src/services/contract/shapes/records/incentives.ts';
import { browse } from '../api/paging.ts';
import { route, type Route } from '../api/route.ts';
import { credit } from './credits.ts';
import { extend } from '../points/extend.ts';
import { redeemCredit } from '../redemptions/redeem.ts';
import { redemptionView } from '../redemptions/redemption-views.ts';
import { attributesOf } from '../crud/fields.ts';
import { findRecord } from '../crud/store.ts';
import { ownTable, tableOf } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';

const achievementPoints = { shape: achievementPointShape };
const attributes = attributesOf(
  achievementPointShape,
  ownTable('achievement_points', [
    'profile_id',
    'achievement_definition_id',
    'value',
    'description',
    'earned_at',
  ]),
);

/** Credits beside the verbs of a plain resource, and the points of an achievement. */
export const creditRoutes: readonly Route[] = [
  route(on.redeemCredit, async (call) => {
    // What is not there is 404 here: the path names it.
    const found = await findRecord(call.db, tableOf('credit'), {}, call.path.credit);
    const body = { ...call.body, credit_id: Number(found.id) };
    const id = await redeemCredit(call, String(found['profile_id']), body);
    return { data: await redemptionView(call, id) };
  }),

  route(on.extendCredits, async (call) => ({
    data: await viewsOf(credit, call, await extend(call.db, 'credits', call.body)),
  })),

  route(on.profileAchievementPoints, async (call) => {
    const { db, path, profileId } = call;
    const definition = await findRecord(db, tableOf('achievement-definition'), {}, path.definition);
    return browse(
      call,
      db
        .selectFrom('achievement_points')
        .selectAll()
        .where('profile_id', '=', profileId)
        .where('achievement_definition_id', '=', Number(definition.id)),
      (rows) => viewsOf(achievementPoints, call, rows),
      { attributes, order: '-earned_at' },
    );
  }),
];
