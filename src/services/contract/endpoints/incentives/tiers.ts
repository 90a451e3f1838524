import { get, post, put, remove } from '../../endpoint.ts';

export const profileTier = get('/v3/profiles/{profile}/tier', 'profiles.tier.show');
export const tierPoints = get('/v3/tiers/points', 'tiers.points.index');
export const addTierPoint = post('/v3/tiers/points', 'tiers.points.store');
export const readTierPoint = get('/v3/tiers/points/{point}', 'tiers.points.show');
export const editTierPoint = put('/v3/tiers/points/{point}', 'tiers.points.update');
export const deleteTierPoint = remove('/v3/tiers/points/{point}', 'tiers.points.destroy');
export const profileTierPoints = get('/v3/profiles/{profile}/tiers/points', 'profiles.tiers.points.index');
export const assignProfileTier = post('/v3/profiles/{profile}/tiers/assign', 'profiles.tiers.assign');
export const calculateProfileTier = get('/v3/profiles/{profile}/tiers/calculate', 'profiles.tiers.calculate');
