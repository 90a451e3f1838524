import { endpoint } from '../../endpoint.ts';
export { profileBalances } from '../first-requests.ts';

export const estimateIncentives = endpoint('POST', '/v3/incentives/estimate', 'incentives.estimate');

export const points = endpoint('GET', '/v3/points', 'points.index');
export const addPoint = endpoint('POST', '/v3/points', 'points.store');
export const readPoint = endpoint('GET', '/v3/points/{point}', 'points.show');
export const profileLinkedPoints = endpoint('GET', '/v3/profiles/{profile}/linked_points', 'profiles.linked_points.index');
export const profilePoints = endpoint('GET', '/v3/profiles/{profile}/points', 'profiles.points.index');
export const addProfilePoint = endpoint('POST', '/v3/profiles/{profile}/points', 'profiles.points.store');
export const readProfilePoint = endpoint('GET', '/v3/profiles/{profile}/points/{point}', 'profiles.points.show');
