import type { Data } from '../../shapes/envelope.ts';
import type { ProfileTier } from '../../shapes/tier.ts';
import { endpoint, of } from '../endpoint.ts';

/** A profile's tier and its way to the next. Path: ASSUMPTION G12; reply: G4. */
export const profileTier = endpoint(
  'GET',
  '/v3/profiles/{profile}/tier',
  'profiles.tier.show',
  of<Data<ProfileTier>>,
);
