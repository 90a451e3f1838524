import type { Data, Page } from '../../shapes/envelope.ts';
import type { Counted } from '../../shapes/records/incentives.ts';
import type {
  GiveBack,
  RedeemBenefit,
  RedeemCredit,
  RedeemPoints,
  RedeemReward,
  Redemption,
} from '../../shapes/redemption.ts';
import { endpoint, of } from '../endpoint.ts';

/**
 * Browses the redemptions of the profiles linked to this one (G51) (spec 4.6 Profile
 * sub-resources).
 */
export const profileLinkedRedemptions = endpoint(
  'GET',
  '/v3/profiles/{profile}/linked_redemptions',
  'profiles.linked_redemptions.index',
  of<Page<Redemption>>,
);

/** Browses all redemptions of a profile (spec 4.2), with filter and sort (4.2.1). */
export const profileRedemptions = endpoint(
  'GET',
  '/v3/profiles/{profile}/redemptions',
  'profiles.redemptions.index',
  of<Page<Redemption>>,
);

/**
 * The same as `profileLinkedRedemptions`, by its other path (G51) (spec 4.6 Profile
 * sub-resources).
 */
export const profileRedemptionsOfLinked = endpoint(
  'GET',
  '/v3/profiles/{profile}/linked/redemptions',
  'profiles.linked.redemptions.index',
  of<Page<Redemption>>,
);

/** Redeems a benefit of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const redeemProfileBenefit = endpoint(
  'POST',
  '/v3/profiles/{profile}/redemptions/benefit',
  'profiles.redemptions.benefit.store',
  of<Data<Redemption>>,
  of<RedeemBenefit>,
);

/**
 * Redeems a credit of a profile, in part or whole (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12.
 */
export const redeemProfileCredit = endpoint(
  'POST',
  '/v3/profiles/{profile}/redemptions/credit',
  'profiles.redemptions.credit.store',
  of<Data<Redemption>>,
  of<RedeemCredit>,
);

/** Redeems points of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const redeemProfilePoints = endpoint(
  'POST',
  '/v3/profiles/{profile}/redemptions/point',
  'profiles.redemptions.point.store',
  of<Data<Redemption>>,
  of<RedeemPoints>,
);

/** Returns items of a redemption (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addProfileRedemptionReturn = endpoint(
  'POST',
  '/v3/profiles/{profile}/redemptions/{redemption}/returns',
  'profiles.redemptions.returns.store',
  of<Data<Redemption>>,
  of<GiveBack>,
);

/** Undoes a redemption (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const addProfileRedemptionReversal = endpoint(
  'POST',
  '/v3/profiles/{profile}/redemptions/{redemption}/reversals',
  'profiles.redemptions.reversals.store',
  of<Data<Redemption>>,
  of<GiveBack>,
);

/** Redeems a reward of a profile (spec 4.6 Incentives). Verb and path: ASSUMPTION J15, G12. */
export const redeemProfileReward = endpoint(
  'POST',
  '/v3/profiles/{profile}/redemptions/reward',
  'profiles.redemptions.reward.store',
  of<Data<Redemption>>,
  of<RedeemReward>,
);

/**
 * Counts the redemptions of a profile of one definition; `{type}` is benefit, reward, point or credit
 * (ASSUMPTION G50) (spec 4.6 Profile sub-resources).
 */
export const countProfileRedemptions = endpoint(
  'GET',
  '/v3/profiles/{profile}/redemptions/{type}/{id}/count',
  'profiles.redemptions.count',
  of<Data<Counted>>,
);
