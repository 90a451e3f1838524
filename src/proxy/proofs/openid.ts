import type { Fetch } from '../../services/transport/http.ts';
import { accountOf } from '../account-name.ts';
import { isPlatformAddress } from '../directory/platform.ts';
import {
  alwaysVerifiedWarning,
  isEmailVerified,
  verifiedEmail,
  type EmailVerified,
} from '../directory/verified-email.ts';
import { COOKIE_NAME, readCookie } from './cookies.ts';
import { claimText, signedPartOf, tokenFrom, verifyToken } from './json-web-token.ts';
import { describeProof, ProofRefused, type CustomerProof } from './proof.ts';
import { remoteKeys } from './remote-keys.ts';

export interface OpenidProofSettings {
  /** `iss` of the tokens, exactly: `https://id.shop.example/`. */
  readonly issuer: string;
  /** `aud` of the tokens: the client id for ID tokens, the name of the API for access tokens. */
  readonly audience: string;
  /** Where the issuer publishes its keys; https. */
  readonly jwksUrl: string;
  /**
   * `id`: an ID token, which opens one session. `access`: an access token, which opens sessions until it expires, and each ends with it.
   * Default `id`.
   */
  readonly token?: 'id' | 'access' | undefined;
  /** The claim with the customer id of the platform. Default `sub`. Where it is the e-mail address, the token has to say that it is verified. */
  readonly customerClaim?: string | undefined;
  /**
   * `always`: the provider verifies every address and never sends `email_verified`, so that one without it counts. Default `claimed`: only an
   * address whose `email_verified` is true.
   */
  readonly emailVerified?: EmailVerified | undefined;
  /** Cookie in which the shop's sign-in stored the nonce: the ID token has to have the same one. */
  readonly nonceCookie?: string | undefined;
  readonly fetch?: Fetch | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * Asymmetric algorithms only: with a symmetric one, anybody who has the public key could sign with it. The library itself refuses tokens
 * without a signature, and takes no symmetric key from a key set; this list does not depend on its version or on where the keys come from.
 */
export const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  ...['EdDSA', 'Ed25519'],
];

const EMAIL = 'email';

/**
 * ID or access tokens of an OpenID Connect provider, sent by the page as a bearer token.
 *
 * @throws TypeError for `emailVerified: 'always'` where the e-mail address is the customer id
 */
export function openidProof({
  issuer,
  audience,
  jwksUrl,
  token: kind = 'id',
  customerClaim = 'sub',
  emailVerified = 'claimed',
  nonceCookie,
  fetch: fetchKeys = (url, init) => fetch(url, init),
  now = Date.now,
}: OpenidProofSettings): CustomerProof {
  const vouches = emailVerified === 'always';
  if (vouches && customerClaim === EMAIL)
    throw new TypeError('emailVerified cannot be always where the customer id is the e-mail address.');
  const keys = remoteKeys(jwksUrl, fetchKeys, now);
  return {
    name: 'OpenID provider',
    ...(vouches && { warning: alwaysVerifiedWarning('provider', 'OIDC_EMAIL_VERIFIED') }),
    async check() {
      await keys.reload();
      return keys.jwks()?.keys.length ? undefined : 'OIDC_JWKS_URL publishes no key.';
    },
    async verify({ headers }) {
      const token = tokenFrom(headers, issuer);
      if (token === undefined) return undefined;
      const claims = await verifyToken(token, keys, now, { algorithms: ALGORITHMS, issuer, audience });
      const id = claimText(claims[customerClaim]);
      if (id === '' || isUnverifiedEmail(id, claims, customerClaim)) throw new ProofRefused();
      if (kind === 'id') {
        // A token for several audiences is for us if it was issued to us.
        const isForOthers = Array.isArray(claims.aud) && claims.aud.length > 1;
        if ((isForOthers || claims['azp'] !== undefined) && claims['azp'] !== audience)
          throw new ProofRefused();
        if (nonceCookie !== undefined) {
          const nonce = readCookie(headers, nonceCookie);
          if (!nonce || claims['nonce'] !== nonce) throw new ProofRefused();
        }
      }
      const endsAt = claims.exp * 1_000;
      return {
        id,
        email: verifiedEmail(claims, vouches),
        firstName: claimText(claims['given_name']),
        lastName: claimText(claims['family_name']),
        ...(kind === 'id' ? { once: { key: signedPartOf(token), until: endsAt } } : { endsAt }),
      };
    },
  };
}

export const openid = describeProof({
  needed: {
    OIDC_ISSUER: { about: 'customers by tokens of an OpenID provider: iss of the tokens, exactly' },
    OIDC_AUDIENCE: { about: 'aud of the tokens' },
    OIDC_JWKS_URL: {
      about: "address of the provider's keys",
      format: {
        isValid: isPlatformAddress,
        requirement: 'must be an https address, such as https://id.shop.example/.well-known/jwks.json.',
      },
    },
  },
  optional: {
    OIDC_TOKEN: {
      about: 'id or access: which tokens pages send (id)',
      format: {
        isValid: (value) => value === 'id' || value === 'access',
        requirement: 'must be id or access.',
      },
    },
    OIDC_CUSTOMER_CLAIM: { about: 'claim with the customer id of the platform (sub)' },
    OIDC_EMAIL_VERIFIED: {
      about: 'always: e-mails count without email_verified, for a provider that never sends it (claimed)',
      format: {
        isValid: isEmailVerified,
        requirement:
          'must be always, for a provider that verifies every address and never sends email_verified, or claimed.',
      },
    },
    OIDC_NONCE_COOKIE: {
      about: 'cookie in which the sign-in of the shop stores the nonce of the ID token',
      format: { isValid: (value) => COOKIE_NAME.test(value), requirement: 'must be the name of a cookie.' },
    },
  },
  *problems(values) {
    if (values.OIDC_NONCE_COOKIE && values.OIDC_TOKEN === 'access')
      yield 'OIDC_NONCE_COOKIE needs OIDC_TOKEN=id: an access token has no nonce.';
    if (values.OIDC_EMAIL_VERIFIED === 'always' && values.OIDC_CUSTOMER_CLAIM === EMAIL)
      yield 'OIDC_EMAIL_VERIFIED cannot be always where OIDC_CUSTOMER_CLAIM is email: anybody could register with the address of a customer.';
  },
  create: (values) =>
    openidProof({
      issuer: values.OIDC_ISSUER,
      audience: values.OIDC_AUDIENCE,
      jwksUrl: values.OIDC_JWKS_URL,
      token: values.OIDC_TOKEN as 'id' | 'access' | undefined,
      customerClaim: values.OIDC_CUSTOMER_CLAIM,
      emailVerified: values.OIDC_EMAIL_VERIFIED as EmailVerified | undefined,
      nonceCookie: values.OIDC_NONCE_COOKIE,
    }),
});

/**
 * Whether the customer id is an e-mail address that is not verified: the claim `email`, or the same address in a claim of another name. `sub` is the
 * provider's own id, which it gives to nobody else.
 */
function isUnverifiedEmail(id: string, claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const isEmail = claim !== 'sub' && accountOf(id) === accountOf(claimText(claims[EMAIL]));
  return isEmail && verifiedEmail(claims, false) === '';
}
