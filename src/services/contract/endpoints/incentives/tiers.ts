import { endpoint } from '../../endpoint.ts';
export { profileTier } from '../first-requests.ts';

export const tierPoints = endpoint('GET', '/v3/tiers/points', 'tiers.points.index');
export const addTierPoint = endpoint('POST', '/v3/tiers/points', 'tiers.points.store');
export const readTierPoint = endpoint('GET', '/v3/tiers/points/{point}', 'tiers.points.show');
export const editTierPoint = endpoint('PUT', '/v3/tiers/points/{point}', 'tiers.points.update');
export const deleteTierPoint = endpoint('DELETE', '/v3/tiers/points/{point}', 'tiers.points.destroy');
export const profileTierPoints = endpoint('GET', '/v3/profiles/{profile}/tiers/points', 'profiles.tiers.points.index');
export const assignProfileTier = endpoint('POST', '/v3/profiles/{profile}/tiers/assign', 'profiles.tiers.assign');
export const calculateProfileTier = endpoint('GET', '/v3/profiles/{profile}/tiers/calculate', 'profiles.tiers.calculate');
