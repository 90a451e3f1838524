import { get, post, remove } from '../endpoint.ts';

export const accessTokens = get('/v3/auth/access-tokens', 'auth.access-tokens.index');
export const addAccessToken = post('/v3/auth/access-tokens', 'auth.access-tokens.store');
export const deleteAccessToken = remove('/v3/auth/access-tokens/{accessToken}', 'auth.access-tokens.destroy');
export const apiTokens = get('/v3/auth/api-tokens', 'auth.api-tokens.index');
export const addApiToken = post('/v3/auth/api-tokens', 'auth.api-tokens.store');
export const deleteApiToken = remove('/v3/auth/api-tokens/{apiToken}', 'auth.api-tokens.destroy');
export const addDelegationToken = post('/v3/auth/delegation-tokens', 'auth.delegation-tokens.store');
export const scopes = get('/v3/auth/scopes', 'auth.scopes.index');
export const credentialsToken = post('/v3/auth/token', 'auth.token.store');
export const storefrontToken = post('/{storefront_platform}/api/{version}/auth/token', 'storefront.auth.token.store');
export const proxyLogin = post('/login', 'proxy.login');
export const discoverAuth = post('/v3/auth/discovery', 'auth.discovery');
export const verifyToken = get('/v3/auth/verify', 'auth.verify');
export const proxyCreate = post('/create', 'proxy.create');
