import type { Credit, creditShape } from '../../shapes/credit.ts';
import type { Data, Page } from '../../shapes/envelope.ts';
import type { Extend } from '../../shapes/records/incentives.ts';
import type { RedeemCreditAmount, Redemption } from '../../shapes/redemption.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses credits of all profiles (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const credits = endpoint('GET', '/v3/credits', 'credits.index', of<Page<Credit>>);

/** Issues a credit to a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addCredit = endpoint(
  'POST',
  '/v3/credits',
  'credits.store',
  of<Data<Credit>>,
  of<Adding<typeof creditShape>>,
);

/** Reads a credit (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const readCredit = endpoint('GET', '/v3/credits/{credit}', 'credits.show', of<Data<Credit>>);

/** Edits a credit (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const editCredit = endpoint(
  'PUT',
  '/v3/credits/{credit}',
  'credits.update',
  of<Data<Credit>>,
  of<Editing<typeof creditShape>>,
);

/** Deletes a credit (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const deleteCredit = endpoint('DELETE', '/v3/credits/{credit}', 'credits.destroy');

/** Browses credits of a profile (spec 4.6 Profile sub-resources). */
export const profileCredits = endpoint(
  'GET',
  '/v3/profiles/{profile}/credits',
  'profiles.credits.index',
  of<Page<Credit>>,
);

/** Redeems a credit, in part or whole (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const redeemCredit = endpoint(
  'POST',
  '/v3/credits/{credit}/redeem',
  'credits.redeem',
  of<Data<Redemption>>,
  of<RedeemCreditAmount>,
);

/** Gives credits more time (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const extendCredits = endpoint(
  'POST',
  '/v3/credits/extend',
  'credits.extend',
  of<Page<Credit>>,
  of<Extend>,
);
