import * as on from '../../../src/services/contract/endpoints/index.ts';
import { route, type Route } from '../api/route.ts';
import { findRecord } from '../crud/store.ts';
import { viewsOf } from '../crud/views.ts';
import { extend } from '../points/extend.ts';
import { redeemCredit } from '../redemptions/redeem.ts';
import { redemptionView } from '../redemptions/redemption-views.ts';
import { creditTable } from './credit-view.ts';
import { credit } from './credits.ts';

/** Endpoints of credits, except the verbs of a plain resource. */
export const creditRoutes: readonly Route[] = [
  route(on.redeemCredit, async (call) => {
    // The path names the credit: 404 if it does not exist, where the body of other redemptions gets 422.
    const { id: creditId, profile_id: profileId } = await findRecord(
      call.db,
      creditTable,
      {},
      call.path.credit,
    );
    const id = await redeemCredit(call, profileId, { ...call.body, credit_id: creditId });
    return { data: await redemptionView(call, id) };
  }),

  route(on.extendCredits, async (call) => ({
    data: await viewsOf(credit, call, await extend(call.db, 'credit', call.body)),
  })),
];
