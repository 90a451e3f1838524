import type { Fetch } from '../../services/transport/http.ts';
import { accountOf } from '../account-name.ts';
import { alwaysVerifiedWarning, verifiedEmail, type EmailVerified } from '../directory/verified-email.ts';
import { readCookie } from './cookies.ts';
import { claimText, signedPartOf, tokenFrom, verifyToken } from './json-web-token.ts';
import { ProofRefused, type CustomerProof } from './proof.ts';
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

/**
 * Whether the customer id is an e-mail address that is not verified: the claim `email`, or the same address in a claim of another name. `sub` is the
 * provider's own id, which it gives to nobody else.
 */
function isUnverifiedEmail(id: string, claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const isEmail = claim !== 'sub' && accountOf(id) === accountOf(claimText(claims[EMAIL]));
  return isEmail && verifiedEmail(claims, false) === '';
}
