import { endpoint } from '../../endpoint.ts';

export const credits = endpoint('GET', '/v3/credits', 'credits.index');
export const addCredit = endpoint('POST', '/v3/credits', 'credits.store');
export const readCredit = endpoint('GET', '/v3/credits/{credit}', 'credits.show');
export const editCredit = endpoint('PUT', '/v3/credits/{credit}', 'credits.update');
export const deleteCredit = endpoint('DELETE', '/v3/credits/{credit}', 'credits.destroy');
export const profileCredits = endpoint('GET', '/v3/profiles/{profile}/credits', 'profiles.credits.index');
export const extendCredits = endpoint('POST', '/v3/credits/extend', 'credits.extend');
