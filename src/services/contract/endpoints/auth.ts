import { endpoint } from '../endpoint.ts';
export { storefrontToken } from './first-requests.ts';

export const accessTokens = endpoint('GET', '/v3/auth/access-tokens', 'auth.access-tokens.index');
export const addAccessToken = endpoint('POST', '/v3/auth/access-tokens', 'auth.access-tokens.store');
export const deleteAccessToken = endpoint('DELETE', '/v3/auth/access-tokens/{accessToken}', 'auth.access-tokens.destroy');
export const apiTokens = endpoint('GET', '/v3/auth/api-tokens', 'auth.api-tokens.index');
export const addApiToken = endpoint('POST', '/v3/auth/api-tokens', 'auth.api-tokens.store');
export const deleteApiToken = endpoint('DELETE', '/v3/auth/api-tokens/{apiToken}', 'auth.api-tokens.destroy');
export const addDelegationToken = endpoint('POST', '/v3/auth/delegation-tokens', 'auth.delegation-tokens.store');
export const scopes = endpoint('GET', '/v3/auth/scopes', 'auth.scopes.index');
export const credentialsToken = endpoint('POST', '/v3/auth/token', 'auth.token.store');
export const discoverAuth = endpoint('POST', '/v3/auth/discovery', 'auth.discovery');
export const verifyToken = endpoint('GET', '/v3/auth/verify', 'auth.verify');
