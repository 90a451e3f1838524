import * as on from '../../../src/services/contract/endpoints/index.ts';
import { route, toCustomers, type Route } from '../api/route.ts';
import { achievementRoutes } from '../achievements/routes.ts';
import { benefitRoutes } from '../benefits/routes.ts';
import { creditRoutes } from '../credits/routes.ts';
import { balancesOf } from '../points/balances.ts';
import { estimateOf } from '../points/estimate.ts';
import { pointRoutes } from '../points/routes.ts';
import { redemptionRoutes } from '../redemptions/routes.ts';
import { rewardRoutes } from '../rewards/routes.ts';
import { tierRoutes } from '../tiers/routes.ts';

/** Routes of the section Incentives, except those of its plain resources. */
export const incentiveRoutes: readonly Route[] = [
  route(on.profileBalances, async ({ db, profileId }) => ({ data: await balancesOf(db, profileId) })),
  toCustomers(route(on.estimateIncentives, async (call) => ({ data: await estimateOf(call, call.body) }))),
  ...rewardRoutes,
  ...pointRoutes,
  ...tierRoutes,
  ...creditRoutes,
  ...achievementRoutes,
  ...benefitRoutes,
  ...redemptionRoutes,
];
