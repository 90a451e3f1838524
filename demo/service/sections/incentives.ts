import * as on from '../../../src/services/endpoints/index.ts';
import { browse } from '../http/paging.ts';
import { route, toCustomers, type Route } from '../http/route.ts';
import { balancesOf } from '../incentives/balances.ts';
import { claim } from '../incentives/claim.ts';
import { claimableView, definitionsFor, rewardDefinitionView } from '../incentives/definitions.ts';
import { estimateOf } from '../incentives/estimate.ts';
import { extend } from '../incentives/extend.ts';
import { reward } from '../incentives/rewards.ts';
import { triggerTarget } from '../incentives/trigger-targets.ts';
import { attributesOf } from '../records/fields.ts';
import { join } from '../records/table.ts';
import { tableOf } from '../records/tables.ts';
import { viewOfRow, viewsOf } from '../records/views.ts';
import { rewardDefinitionShape } from '../../../src/services/shapes/reward.ts';
import { benefitRoutes } from './benefits.ts';
import { creditRoutes } from './credits.ts';
import { pointRoutes } from './points.ts';
import { redemptionRoutes } from './redemptions.ts';
import { tierRoutes } from './tiers.ts';

const definitionAttributes = attributesOf(rewardDefinitionShape, tableOf('reward-definition'));

/** Rewards and balances, and the rest of the section in files of their own. */
export const incentiveRoutes: readonly Route[] = [
  route(on.profileBalances, async ({ db, profileId }) => ({ data: await balancesOf(db, profileId) })),

  toCustomers(
    route(on.rewardDefinitions, (call) => {
      const { db, principal, profileId } = call;
      if (profileId === undefined) {
        const all = db.selectFrom('reward_definitions').selectAll().orderBy('id');
        const views = (rows: Record<string, unknown>[]) =>
          rows.map((row) => rewardDefinitionView(join(row), principal));
        return browse(call, all, views, { attributes: definitionAttributes, order: 'id' });
      }
      return browse(
        call,
        definitionsFor(db, profileId).orderBy('definition.points_cost').orderBy('definition.id'),
        (rows) => rows.map((row) => claimableView(row, principal)),
      );
    }),
  ),

  toCustomers(
    route(on.claimReward, async (call) => {
      const { db, profileId, body } = call;
      const claimed = await claim(db, profileId, body.reward_definition_id);
      return {
        data: await viewOfRow(reward, call, claimed),
        meta: { balances: await balancesOf(db, profileId) },
      };
    }),
  ),

  route(on.extendRewards, async (call) => ({
    data: await viewsOf(reward, call, await extend(call.db, 'rewards', call.body)),
  })),

  route(on.readRewardTriggerTarget, async (call) => ({
    data: await triggerTarget(call, 'reward', call.path.reward, call.path.type),
  })),

  toCustomers(route(on.estimateIncentives, async (call) => ({ data: await estimateOf(call, call.body) }))),

  ...pointRoutes,
  ...tierRoutes,
  ...creditRoutes,
  ...benefitRoutes,
  ...redemptionRoutes,
];
