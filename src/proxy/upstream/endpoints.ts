import { endpoint } from '../../services/endpoints/endpoint.ts';

// What the proxy itself calls, beside what it forwards.

/** Token for client credentials (spec 5.1). */
export const createServiceToken = endpoint('POST', '/v3/auth/token', 'auth.token.store');
/** Adds a profile. Path: ASSUMPTION G12; payload: G11. */
export const addProfile = endpoint('POST', '/v3/profiles', 'profiles.store');
/** Changes fields of a profile; those left out stay (ASSUMPTION G48). Path: G12; payload: G11. */
export const changeProfile = endpoint('PUT', '/v3/profiles/{profile}', 'profiles.update');
/** Adds a name by which a profile is found. Path: ASSUMPTION G12; payload: G11. */
export const addIdentity = endpoint('POST', '/v3/profiles/{profile}/identities', 'profiles.identities.store');
