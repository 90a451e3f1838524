import { endpoint } from '../endpoint.ts';

// Apart from the other endpoints of profiles: of the elements, the card alone reads a profile.

export const readProfile = endpoint('GET', '/v3/profiles/{profile}', 'profiles.show');
