import type { Data } from '../shapes/envelope.ts';
import type { Profile } from '../shapes/profile.ts';
import { endpoint, of } from './endpoint.ts';

/** The profile behind an identifier such as a shop's customer id (spec 4.6). Reply: ASSUMPTION G4. */
export const searchProfile = endpoint(
  'GET',
  '/v3/identities/search-profile/{identifier}',
  'identities.search-profile',
  of<Data<Profile>>,
);
