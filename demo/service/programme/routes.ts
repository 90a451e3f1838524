import * as on from '../../../src/services/contract/endpoints/index.ts';
import {
  rewardDefinitionShape,
  rewardShape,
  type Reward,
} from '../../../src/services/contract/shapes/reward.ts';
import { browse } from '../api/paging.ts';
import { route, toCustomers, type Route } from '../api/route.ts';
import { balancesOf } from '../points/balances.ts';
import { claim } from '../rewards/claim.ts';
import { claimableView, definitionsFor, rewardDefinitionView } from '../rewards/definitions.ts';
import { estimateOf } from '../points/estimate.ts';
import { extend } from '../points/extend.ts';
import { reward } from '../rewards/rewards.ts';
import { settleDue } from '../points/settle.ts';
import { triggerTarget } from './trigger-targets.ts';
import { attributesOf, viewOf } from '../crud/fields.ts';
import { fromRow, tableOf } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';
import { benefitRoutes } from '../benefits/routes.ts';
import { creditRoutes } from '../credits/routes.ts';
import { pointRoutes } from '../points/routes.ts';
import { redemptionRoutes } from '../redemptions/routes.ts';
import { tierRoutes } from '../tiers/routes.ts';

const definitionAttributes = attributesOf(rewardDefinitionShape, tableOf('reward-definition'));

/** Rewards and balances, and the rest of the section in files of their own. */
export const incentiveRoutes: readonly Route[] = [
  route(on.profileBalances, async ({ db, profileId }) => ({ data: await balancesOf(db, profileId) })),

  toCustomers(
    route(on.rewardDefinitions, async (call) => {
      const { db, principal, profileId } = call;
      if (profileId === undefined) {
        const all = db.selectFrom('reward_definitions').selectAll().orderBy('id');
        const views = (rows: Record<string, unknown>[]) =>
          rows.map((row) => rewardDefinitionView(fromRow(row), principal));
        return await browse(call, all, views, { attributes: definitionAttributes, order: 'id' });
      }
      // What is claimable depends on points and tier.
      await settleDue(db, profileId);
      return await browse(
        call,
        definitionsFor(db, profileId).orderBy('definition.points_cost').orderBy('definition.id'),
        (rows) => rows.map((row) => claimableView(row, principal)),
      );
    }),
  ),

  toCustomers(
    route(on.claimReward, async (call) => {
      const { db, profileId, body, principal } = call;
      const { reward: claimed, definition } = await claim(db, profileId, body.reward_definition_id);
      // The claim has read the definition: it is not asked for again.
      const joined = { definition: rewardDefinitionView(fromRow(definition), principal) };
      return {
        data: viewOf(rewardShape, { ...fromRow(claimed), ...joined }, principal) as Reward,
        meta: { balances: await balancesOf(db, profileId, { settled: true }) },
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
