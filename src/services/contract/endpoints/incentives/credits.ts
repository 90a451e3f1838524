import { get, post, put, remove } from '../../endpoint.ts';

export const credits = get('/v3/credits', 'credits.index');
export const addCredit = post('/v3/credits', 'credits.store');
export const readCredit = get('/v3/credits/{credit}', 'credits.show');
export const editCredit = put('/v3/credits/{credit}', 'credits.update');
export const deleteCredit = remove('/v3/credits/{credit}', 'credits.destroy');
export const profileCredits = get('/v3/profiles/{profile}/credits', 'profiles.credits.index');
export const extendCredits = post('/v3/credits/extend', 'credits.extend');
