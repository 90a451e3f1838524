import type { Data, Page } from '../../shapes/envelope.ts';
import type { AssignTier, TierPoint, tierPointShape } from '../../shapes/records/incentives.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import type { ProfileTier } from '../../shapes/tier.ts';
import { endpoint, of } from '../endpoint.ts';

/** A profile's tier and its way to the next (spec 4.6 Profile additional data). Path: ASSUMPTION G12. */
export const profileTier = endpoint(
  'GET',
  '/v3/profiles/{profile}/tier',
  'profiles.tier.show',
  of<Data<ProfileTier>>,
);

/** Browses tier points of all profiles (spec 4.6 Business). */
export const tierPoints = endpoint('GET', '/v3/tiers/points', 'tiers.points.index', of<Page<TierPoint>>);

/** Adds tier points (spec 4.6 Business). */
export const addTierPoint = endpoint(
  'POST',
  '/v3/tiers/points',
  'tiers.points.store',
  of<Data<TierPoint>>,
  of<Adding<typeof tierPointShape>>,
);

/** Reads tier points (spec 4.6 Business). */
export const readTierPoint = endpoint(
  'GET',
  '/v3/tiers/points/{point}',
  'tiers.points.show',
  of<Data<TierPoint>>,
);

/** Edits tier points (spec 4.6 Business). */
export const editTierPoint = endpoint(
  'PUT',
  '/v3/tiers/points/{point}',
  'tiers.points.update',
  of<Data<TierPoint>>,
  of<Editing<typeof tierPointShape>>,
);

/** Deletes tier points (spec 4.6 Business). */
export const deleteTierPoint = endpoint('DELETE', '/v3/tiers/points/{point}', 'tiers.points.destroy');

/** Browses tier points of a profile (spec 4.6 Profile sub-resources). */
export const profileTierPoints = endpoint(
  'GET',
  '/v3/profiles/{profile}/tiers/points',
  'profiles.tiers.points.index',
  of<Page<TierPoint>>,
);

/** Assigns a tier to a profile (spec 4.6 Profile sub-resources). */
export const assignProfileTier = endpoint(
  'POST',
  '/v3/profiles/{profile}/tiers/assign',
  'profiles.tiers.assign',
  of<Data<ProfileTier>>,
  of<AssignTier>,
);

/** Calculates the tier of a profile anew: a GET that acts (rule R77) (spec 4.6 Profile sub-resources). */
export const calculateProfileTier = endpoint(
  'GET',
  '/v3/profiles/{profile}/tiers/calculate',
  'profiles.tiers.calculate',
  of<Data<ProfileTier>>,
);
