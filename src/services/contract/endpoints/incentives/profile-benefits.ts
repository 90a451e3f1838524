import type { Data, Page } from '../../shapes/envelope.ts';
import type { Benefit, BenefitDefinition, ClaimBenefit, Counted } from '../../shapes/records/incentives.ts';
import type { Redemption } from '../../shapes/redemption.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses benefits of a profile (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const profileBenefits = endpoint(
  'GET',
  '/v3/profiles/{profile}/benefits',
  'profiles.benefits.index',
  of<Page<Benefit>>,
);

/** Claims a benefit for a profile (spec 4.6 Profile sub-resources). */
export const claimProfileBenefit = endpoint(
  'POST',
  '/v3/profiles/{profile}/benefits/claim',
  'profiles.benefits.claim',
  of<Data<Benefit>>,
  of<ClaimBenefit>,
);

/** Browses what benefits a profile can see (spec 4.6 Profile sub-resources). */
export const viewableProfileBenefits = endpoint(
  'GET',
  '/v3/profiles/{profile}/benefits/viewable',
  'profiles.benefits.viewable',
  of<Page<BenefitDefinition>>,
);

/** Browses what benefits a profile can claim (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const claimableProfileBenefits = endpoint(
  'GET',
  '/v3/profiles/{profile}/benefits/claimable',
  'profiles.benefits.claimable',
  of<Page<BenefitDefinition>>,
);

/** Browses the benefits of a profile that it can redeem (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const redeemableProfileBenefits = endpoint(
  'GET',
  '/v3/profiles/{profile}/benefits/redeemable',
  'profiles.benefits.redeemable',
  of<Page<Benefit>>,
);

/** Counts the benefits of a profile (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const countProfileBenefits = endpoint(
  'GET',
  '/v3/profiles/{profile}/benefits/count',
  'profiles.benefits.count',
  of<Data<Counted>>,
);

/** Claims a benefit for a profile and redeems it at once (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const claimAndRedeemProfileBenefit = endpoint(
  'POST',
  '/v3/profiles/{profile}/benefits/claim-and-redeem',
  'profiles.benefits.claim-and-redeem',
  of<Data<Redemption>>,
  of<ClaimBenefit>,
);
