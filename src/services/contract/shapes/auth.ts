import * as v from 'valibot';
import { integer, longText, text, texts, timestamp } from './kinds.ts';
import { numbered } from './records/common.ts';
import { always, given, optionalOnce, requiredOnce, shape, type Reading } from './shape.ts';

/** Body of the storefront token endpoint (spec 5.3). A number `id` is signed as its decimal text: ASSUMPTION G40. */
export const storefrontCredentials = v.object({
  id: v.union([v.pipe(v.string(), v.minLength(1), v.maxLength(255)), v.pipe(v.number(), v.safeInteger())]),
  signature: v.string(),
  /** When it was signed, in Unix seconds, where the signature covers that (G56). */
  signed_at: v.optional(
    v.union([v.pipe(v.string(), v.regex(/^\d{9,11}$/)), v.pipe(v.number(), v.safeInteger())]),
  ),
  /** The customer agreed to join the programme: a service that enrols makes a profile for one who has none (G62). */
  consent: v.optional(v.boolean()),
});
export type StorefrontCredentials = v.InferOutput<typeof storefrontCredentials>;

/** Reply of the storefront token endpoint: the token is in `data.token` (spec 5.3); no expiry is shown, ours is as G43 says. */
export const storefrontTokenReply = v.looseObject({
  data: v.looseObject({ token: v.pipe(v.string(), v.minLength(1)), expiry: v.nullish(v.string()) }),
});
export type StorefrontToken = v.InferOutput<typeof storefrontTokenReply>;

/** The form of the token endpoint (spec 5.1): all six fields, sent as `application/x-www-form-urlencoded`. */
export const clientCredentials = v.object({
  grant_type: v.literal('client_credentials'),
  client_id: v.pipe(v.string(), v.minLength(1)),
  client_secret: v.pipe(v.string(), v.minLength(1)),
  username: v.pipe(v.string(), v.minLength(1)),
  password: v.pipe(v.string(), v.minLength(1)),
  /** Several are separated by spaces; `*` means all (spec 5.1, G15). */
  scope: v.pipe(v.string(), v.minLength(1)),
});
export type ClientCredentials = v.InferOutput<typeof clientCredentials>;

/** Reply of the token endpoint: not shown (G14). */
export const accessTokenReply = v.looseObject({
  access_token: v.string(),
  token_type: v.nullish(v.string()),
  /** Seconds. */
  expires_in: v.nullish(v.number()),
  scope: v.nullish(v.string()),
});
export type AccessTokenReply = v.InferOutput<typeof accessTokenReply>;

/** Reply of the proxy's login (spec 5.4): at the top level, not under `data`. */
export const proxyLoginReply = v.looseObject({
  token: v.string(),
  /** When the token ends: RFC 3339, `YYYY-MM-DD`, or Unix seconds (G43). */
  expiry: v.union([v.string(), v.number()]),
});
export type ProxyLoginReply = v.InferOutput<typeof proxyLoginReply>;

const givenName = v.pipe(
  v.string('Please write a text.'),
  v.trim(),
  v.maxLength(100, 'This is longer than 100 characters.'),
  v.regex(/^\P{Cc}*$/u, 'This holds a character that cannot be stored.'),
);
/** What a guest says to have an account (spec 5.4): ASSUMPTION G45. The sentences are those that a page shows at its fields. */
export const createAccount = v.object({
  email: v.pipe(
    v.string('Please write an e-mail address.'),
    v.trim(),
    v.maxLength(254, 'This is longer than 254 characters.'),
    v.email('This is not an e-mail address.'),
  ),
  password: v.pipe(
    v.string('Please choose a password.'),
    v.minLength(8, 'Please take 8 characters or more.'),
    v.maxLength(512, 'This is longer than 512 characters.'),
    v.regex(/^\P{Cc}*$/u, 'This holds a character that cannot be stored.'),
  ),
  first_name: v.optional(givenName, ''),
  last_name: v.optional(givenName, ''),
});
export type CreateAccount = v.InferInput<typeof createAccount>;
export const createdAccount = v.looseObject({ data: v.looseObject({ profile_id: v.string() }) });
export type CreatedAccount = v.InferOutput<typeof createdAccount>;

const tokenFields = {
  ...numbered,
  name: requiredOnce(text()),
  /** What it may do; `*` means all. */
  scopes: requiredOnce(texts),
  /** Its owner: a machine user for a token of an integration (spec 5), otherwise who added it. */
  user_id: optionalOnce(integer),
  user_name: given(text()),
  expires_at: optionalOnce(timestamp),
  last_used_at: given(timestamp),
  created_at: given(timestamp),
};
/** A token as it is listed: its value is not in it (spec 5.2): ASSUMPTION G4, as the other shapes below. */
export const tokenShape = shape(tokenFields);
export type Token = Reading<typeof tokenShape>;
/** A token as it is answered once, when it is added: with its value. */
export const newTokenShape = shape({ ...tokenFields, token: always(text()) });
export type NewToken = Reading<typeof newTokenShape>;
/** A token that acts as one profile for a while. */
export const delegationTokenShape = shape({
  profile_id: requiredOnce(text()),
  scopes: optionalOnce(texts),
  token: always(text()),
  expires_at: given(timestamp),
});
export type DelegationToken = Reading<typeof delegationTokenShape>;

export const scopeShape = shape({ name: always(text()), description: given(longText) });
export type Scope = Reading<typeof scopeShape>;

/** Whose token this is, and what it may do. */
export const verifiedToken = v.looseObject({
  scopes: v.array(v.string()),
  user_id: v.nullish(v.number()),
  profile_id: v.nullish(v.string()),
  expires_at: v.nullish(v.string()),
});
export type VerifiedToken = v.InferOutput<typeof verifiedToken>;

/** Asks how an account signs in. */
export const discover = v.object({ username: v.pipe(v.string(), v.minLength(1), v.maxLength(255)) });
export type Discover = v.InferInput<typeof discover>;
export const discovery = v.looseObject({ methods: v.array(v.string()), base_url: v.nullish(v.string()) });
export type Discovery = v.InferOutput<typeof discovery>;
