import {
  claimReward,
  profileBalances,
  profileRewards,
  profileTier,
  rewardDefinitions,
} from '../../../src/services/endpoints/index.ts';
import { browse } from '../http/paging.ts';
import { route, toCustomers, type Route } from '../http/route.ts';
import { balancesOf } from '../incentives/balances.ts';
import { claim } from '../incentives/claim.ts';
import { claimableView, definitionsFor, definitionView } from '../incentives/definitions.ts';
import { rewardsOf, rewardView, rewardViews } from '../incentives/rewards.ts';
import { tierOf } from '../incentives/tiers.ts';

export const incentiveRoutes: readonly Route[] = [
  route(profileBalances, async ({ db, profileId }) => ({ data: await balancesOf(db, profileId) })),

  route(profileTier, async ({ db, profileId }) => ({ data: await tierOf(db, profileId) })),

  toCustomers(
    route(rewardDefinitions, (call) =>
      call.profileId === undefined
        ? browse(call, call.db.selectFrom('reward_definitions').selectAll().orderBy('id'), (rows) =>
            rows.map(definitionView),
          )
        : browse(
            call,
            definitionsFor(call.db, call.profileId)
              .orderBy('definition.points_cost')
              .orderBy('definition.id'),
            (rows) => rows.map(claimableView),
          ),
    ),
  ),

  route(profileRewards, (call) =>
    browse(call, rewardsOf(call.db, call.profileId), (rows) => rewardViews(call.db, rows)),
  ),

  toCustomers(
    route(claimReward, async ({ db, profileId, body }) => {
      const { reward, definition } = await claim(db, profileId, body.reward_definition_id);
      return {
        data: rewardView(reward, definition),
        meta: { balances: await balancesOf(db, profileId) },
      };
    }),
  ),
];
