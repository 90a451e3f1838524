import * as v from 'valibot';
import * as on from './endpoints/auth.ts';
import { proxyCreate, proxyLogin } from './endpoints/proxy.ts';
import * as kind from './kinds.ts';
import { numbered } from './common.ts';
import { clause, contract, onlyNamed, nothing } from './contract.ts';
import { data, page } from './envelope.ts';
import { always, given, optionalOnce, refersTo, requiredOnce } from './fields.ts';
import { about, body, named, reply, shape, type Reading } from './shape.ts';

export const storefrontCredentials = named(
  'StorefrontCredentials',
  v.object({
    id: v.union([kind.text().write, kind.integer.write]),
    signature: v.string(),
    /** When it was signed, in Unix seconds, where the signature covers that. */
    signed_at: v.optional(
      v.union([
        v.pipe(
          v.string(),
          v.regex(/^\d{9,11}$/, 'has to be a time in seconds since 1970, such as 1795168800.'),
        ),
        kind.integer.write,
      ]),
    ),
    /** The customer agreed to join the programme: a service that enrols customers creates a profile if there is none. */
    consent: v.optional(v.boolean()),
  }),
  'Body of the storefront token endpoint (spec 5.3). A number `id` is signed as its decimal text: ASSUMPTION.',
  'shown',
);
export type StorefrontCredentials = v.InferOutput<typeof storefrontCredentials>;

export const storefrontTokenReply = named(
  'StorefrontTokenReply',
  v.looseObject({
    data: v.looseObject({ token: v.pipe(v.string(), v.minLength(1)), expiry: v.nullish(v.string()) }),
  }),
  'Reply of the storefront token endpoint: the token is in `data.token` (spec 5.3); the interface shows no expiry.',
  'shown',
);
export type StorefrontToken = v.InferOutput<typeof storefrontTokenReply>;

export const clientCredentials = named(
  'ClientCredentials',
  v.object({
    grant_type: v.literal('client_credentials'),
    client_id: v.pipe(v.string(), v.minLength(1)),
    client_secret: v.pipe(v.string(), v.minLength(1)),
    username: v.pipe(v.string(), v.minLength(1)),
    password: v.pipe(v.string(), v.minLength(1)),
    /** Several are separated by spaces; `*` means all (spec 5.1). */
    scope: v.pipe(v.string(), v.minLength(1)),
  }),
  'The form of the token endpoint (spec 5.1): all six fields, sent as `application/x-www-form-urlencoded`.',
  'shown',
);
export type ClientCredentials = v.InferOutput<typeof clientCredentials>;

export const accessTokenReply = reply('AccessTokenReply', {
  [about]: 'Reply of the token endpoint: not shown.',
  access_token: v.string(),
  token_type: v.nullish(v.string()),
  /** Seconds. */
  expires_in: v.nullish(v.number()),
  scope: v.nullish(v.string()),
});
export type AccessTokenReply = v.InferOutput<typeof accessTokenReply>;

export const proxyLoginReply = named(
  'ProxyLoginReply',
  v.looseObject({
    token: v.string(),
    /** When the token ends: RFC 3339, `YYYY-MM-DD`, or Unix seconds. */
    expiry: v.union([v.string(), v.number()]),
    /** Whether this proxy answers `GET /page`: ours does, and others need not. */
    page: v.optional(v.boolean()),
  }),
  "Reply of the proxy's login (spec 5.4): at the top level, not under `data`.",
  'shown',
);
export type ProxyLoginReply = v.InferOutput<typeof proxyLoginReply>;

const givenName = v.pipe(
  v.string('Please write a text.'),
  v.trim(),
  v.maxLength(100, 'This is longer than 100 characters.'),
  v.regex(/^\P{Cc}*$/u, 'This password has a character that can’t be stored.'),
);

export const createAccount = body('CreateAccount', {
  [about]:
    'Body of the registration of a guest (spec 5.4): ASSUMPTION. Pages show the messages beside their fields.',
  email: v.pipe(
    v.string('Enter your email.'),
    v.trim(),
    v.maxLength(254, 'Use at most 254 characters.'),
    kind.emailAddress('Enter a valid email.'),
  ),
  password: v.pipe(
    v.string('Choose a password.'),
    v.minLength(8, 'Use 8 characters or more.'),
    v.maxLength(512, 'Use at most 512 characters.'),
    v.regex(/^\P{Cc}*$/u, 'This password has a character that can’t be stored.'),
  ),
  first_name: v.optional(givenName, ''),
  last_name: v.optional(givenName, ''),
});
export type CreateAccount = v.InferInput<typeof createAccount>;

export const createdAccount = reply('CreatedAccount', { data: v.looseObject({ profile_id: v.string() }) });
export type CreatedAccount = v.InferOutput<typeof createdAccount>;

const tokenFields = {
  ...numbered,
  name: requiredOnce(kind.text()),
  scopes: requiredOnce(kind.texts, 'Rights of the token; `*` means all.'),
  user_id: optionalOnce(
    kind.integer,
    'Owner: a machine user for the token of an integration (spec 5), otherwise the user who added it.',
  ),
  user_name: given(kind.text()),
  expires_at: optionalOnce(kind.timestamp),
  last_used_at: given(kind.timestamp),
  created_at: given(kind.timestamp),
};

export const tokenShape = shape('Token', {
  [about]: 'A token without its value (spec 5.2): ASSUMPTION, as the other shapes below.',
  ...tokenFields,
});
export type Token = Reading<typeof tokenShape>;

export const newTokenShape = shape('NewToken', {
  [about]: 'A new token with its value, which is returned only once.',
  ...tokenFields,
  token: always(kind.text()),
});
export type NewToken = Reading<typeof newTokenShape>;

export const delegationTokenShape = shape('DelegationToken', {
  [about]: 'A token with which a user acts as one profile.',
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  scopes: optionalOnce(kind.texts),
  token: always(kind.text()),
  expires_at: given(kind.timestamp),
});
export type DelegationToken = Reading<typeof delegationTokenShape>;

export const scopeShape = shape('Scope', { name: always(kind.text()), description: given(kind.longText) });
export type Scope = Reading<typeof scopeShape>;

export const verifiedToken = reply('VerifiedToken', {
  [about]: 'Owner and rights of a token.',
  scopes: v.array(v.string()),
  user_id: v.nullish(v.number()),
  profile_id: v.nullish(v.string()),
  expires_at: v.nullish(v.string()),
});
export type VerifiedToken = v.InferOutput<typeof verifiedToken>;

export const discover = body('Discover', {
  [about]: 'The account whose ways to sign in are requested.',
  username: kind.text().write,
});
export type Discover = v.InferInput<typeof discover>;

export const discovery = reply('Discovery', {
  methods: v.array(v.string()),
  base_url: v.nullish(v.string()),
});
export type Discovery = v.InferOutput<typeof discovery>;

export const authSection = {
  summary: 'Tokens and scopes.',
  contracts: [
    ...clause('4.6 Auth', [
      contract(on.accessTokens, 'Browses access tokens', { reply: page(tokenShape) }),
      contract(on.discoverAuth, 'Returns the ways in which an account can sign in', {
        reply: data(discovery),
        body: discover,
      }),
      contract(on.verifyToken, 'Returns the owner and the rights of the token of the request', {
        reply: data(verifiedToken),
      }),
    ]),
    ...clause('4.6 Auth', onlyNamed, [
      contract(on.deleteAccessToken, 'Deletes an access token', { reply: nothing }),
      contract(on.apiTokens, 'Browses API tokens', { reply: page(tokenShape) }),
      contract(on.deleteApiToken, 'Deletes an API token', { reply: nothing }),
      contract(on.addAccessToken, 'Adds an access token; only this reply contains its value', {
        reply: data(newTokenShape),
        body: newTokenShape.add,
      }),
      contract(on.addDelegationToken, 'Adds a token with which a user acts as one profile', {
        reply: data(delegationTokenShape),
        body: delegationTokenShape.add,
      }),
      contract(on.scopes, 'Browses scopes that a token can have', { reply: page(scopeShape) }),
      contract(on.addApiToken, 'Adds an API token; only this reply contains its value', {
        shown: '4.6 Auth, 5.2',
        reply: data(newTokenShape),
        body: newTokenShape.add,
      }),
    ]),
    ...clause('5.1', [
      contract(on.credentialsToken, 'Issues an access token for OAuth 2.0 client credentials', {
        more: ': six form fields, and no bearer token. The reply is not shown.',
        open: true,
        form: true,
        reply: accessTokenReply,
        body: clientCredentials,
      }),
    ]),
    ...clause('5.4', [
      contract(proxyLogin, 'Signs a customer in at the proxy, with a Basic header', {
        more: ': relative to `{proxy_url}`, no bearer token.',
        base: 'proxy',
        open: true,
        reply: proxyLoginReply,
      }),
      contract(proxyCreate, 'Creates an account for a guest at the proxy', {
        more: ': relative to `{proxy_url}`.',
        assumed: { verb: true, payload: true },
        base: 'proxy',
        open: true,
        reply: createdAccount,
        body: createAccount,
      }),
    ]),
    ...clause('5.3, 4.5', [
      contract(on.storefrontToken, 'Issues a customer token for a signed customer id', {
        more: '. Relative to the base address, not under `/v3`, with a version segment of its own (spec 9.2). Needs no bearer token: it gives one.',
        base: 'storefront',
        open: true,
        reply: storefrontTokenReply,
        body: storefrontCredentials,
      }),
    ]),
  ],
};
