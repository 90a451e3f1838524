import type {
  AccessTokenReply,
  ClientCredentials,
  CreateAccount,
  CreatedAccount,
  DelegationToken,
  delegationTokenShape,
  Discover,
  Discovery,
  NewToken,
  newTokenShape,
  ProxyLoginReply,
  Scope,
  StorefrontCredentials,
  StorefrontToken,
  Token,
  VerifiedToken,
} from '../shapes/auth.ts';
import type { Data, Page } from '../shapes/envelope.ts';
import type { Adding } from '../shapes/shape.ts';
import { endpoint, of } from './endpoint.ts';

// Section Auth (spec 4.5, 4.6 Auth, 5). `proxyLogin` and `proxyCreate` are relative to the address of the proxy.

/** Browses access tokens (spec 4.6 Auth). */
export const accessTokens = endpoint(
  'GET',
  '/v3/auth/access-tokens',
  'auth.access-tokens.index',
  of<Page<Token>>,
);

/** Adds an access token; the reply alone shows its value (spec 4.6 Auth). Path: ASSUMPTION G12. */
export const addAccessToken = endpoint(
  'POST',
  '/v3/auth/access-tokens',
  'auth.access-tokens.store',
  of<Data<NewToken>>,
  of<Adding<typeof newTokenShape>>,
);

/** Deletes an access token (spec 4.6 Auth). Path: ASSUMPTION G12. */
export const deleteAccessToken = endpoint(
  'DELETE',
  '/v3/auth/access-tokens/{accessToken}',
  'auth.access-tokens.destroy',
);

/** Browses API tokens (spec 4.6 Auth). Path: ASSUMPTION G12. */
export const apiTokens = endpoint('GET', '/v3/auth/api-tokens', 'auth.api-tokens.index', of<Page<Token>>);

/** Adds an API token; the reply alone shows its value (spec 4.6 Auth, 5.2). Path: ASSUMPTION G12. */
export const addApiToken = endpoint(
  'POST',
  '/v3/auth/api-tokens',
  'auth.api-tokens.store',
  of<Data<NewToken>>,
  of<Adding<typeof newTokenShape>>,
);

/** Deletes an API token (spec 4.6 Auth). Path: ASSUMPTION G12. */
export const deleteApiToken = endpoint('DELETE', '/v3/auth/api-tokens/{apiToken}', 'auth.api-tokens.destroy');

/** Adds a token that acts as one profile (spec 4.6 Auth). Path: ASSUMPTION G12. */
export const addDelegationToken = endpoint(
  'POST',
  '/v3/auth/delegation-tokens',
  'auth.delegation-tokens.store',
  of<Data<DelegationToken>>,
  of<Adding<typeof delegationTokenShape>>,
);

/** Browses scopes that a token can have (spec 4.6 Auth). Path: ASSUMPTION G12. */
export const scopes = endpoint('GET', '/v3/auth/scopes', 'auth.scopes.index', of<Page<Scope>>);

/**
 * OAuth 2.0 client credentials (spec 5.1): six form fields, and no bearer token (J1). Reply: G14.
 */
export const credentialsToken = endpoint(
  'POST',
  '/v3/auth/token',
  'auth.token.store',
  of<AccessTokenReply>,
  of<ClientCredentials>,
);

/**
 * Customer token for a signed customer id (spec 5.3, 4.5). Relative to the base address, not under `/v3`,
 * with a version segment of its own (spec 9.2). Needs no bearer token: it gives one (J1).
 */
export const storefrontToken = endpoint(
  'POST',
  '/{storefront_platform}/api/{version}/auth/token',
  'storefront.auth.token.store',
  of<StorefrontToken>,
  of<StorefrontCredentials>,
);

/**
 * Signs a customer in at the proxy, with a Basic header (spec 5.4): relative to `{proxy_url}`, no bearer
 * token (J1).
 */
export const proxyLogin = endpoint('POST', '/login', 'proxy.login', of<ProxyLoginReply>);

/** Says how an account signs in (spec 4.6 Auth). */
export const discoverAuth = endpoint(
  'POST',
  '/v3/auth/discovery',
  'auth.discovery',
  of<Data<Discovery>>,
  of<Discover>,
);

/** Says whose token this is and what it may do (spec 4.6 Auth). */
export const verifyToken = endpoint('GET', '/v3/auth/verify', 'auth.verify', of<Data<VerifiedToken>>);

/**
 * Makes an account for a guest at the proxy (spec 5.4): relative to `{proxy_url}`. Method: ASSUMPTION J13;
 * payloads: G45.
 */
export const proxyCreate = endpoint('POST', '/create', 'proxy.create', of<CreatedAccount>, of<CreateAccount>);
