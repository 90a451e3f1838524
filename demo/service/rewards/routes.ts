import * as on from '../../../src/services/contract/endpoints/index.ts';
import { rewardDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { rewardShape } from '../../../src/services/contract/incentives/rewards.ts';
import { browse } from '../api/paging.ts';
import { route, toCustomers, type Route } from '../api/route.ts';
import { attributesOf, viewOf } from '../crud/fields.ts';
import { fromRow } from '../crud/tables.ts';
import { viewsOf } from '../crud/views.ts';
import { extend } from '../points/extend.ts';
import { settleDue } from '../points/settle.ts';
import { triggerTarget } from '../programme/trigger-targets.ts';
import { claim } from './claim.ts';
import { claimableView, definitionsFor, rewardDefinitionTable, rewardDefinitionView } from './definitions.ts';
import { reward } from './rewards.ts';

export const rewardDefinitionAttributes = attributesOf(rewardDefinitionShape, rewardDefinitionTable);

/** Endpoints of rewards, except the verbs of a plain resource. */
export const rewardRoutes: readonly Route[] = [
  toCustomers(
    route(on.rewardDefinitions, async (call) => {
      const { db, profileId } = call;
      if (profileId === undefined) {
        return await browse(
          call,
          db.selectFrom('reward_definitions').selectAll().orderBy('id'),
          (rows) => rows.map((row) => rewardDefinitionView(fromRow(row), call)),
          { attributes: rewardDefinitionAttributes, order: 'id' },
        );
      }
      // Whether a reward is claimable depends on points and tier.
      await settleDue(db, profileId);
      return await browse(
        call,
        definitionsFor(db, profileId).orderBy('definition.points_cost').orderBy('definition.id'),
        (rows) => rows.map((row) => claimableView(row, call)),
      );
    }),
  ),

  toCustomers(
    route(on.claimReward, async (call) => {
      const { db, profileId, body, principal } = call;
      const { reward: claimed, definition, balances } = await claim(db, profileId, body);
      // The claim has read the definition: no second statement for it.
      const record = {
        ...fromRow(claimed),
        definition: rewardDefinitionView(fromRow(definition), call),
      };
      return {
        data: viewOf(rewardShape, record, principal),
        meta: { balances },
      };
    }),
  ),

  route(on.extendRewards, async (call) => ({
    data: await viewsOf(reward, call, await extend(call.db, 'reward', call.body)),
  })),

  route(on.readRewardTriggerTarget, async (call) => ({
    data: await triggerTarget(call, 'reward', call.path.reward, call.path.type),
  })),
];
