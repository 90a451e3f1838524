import { createRemoteJWKSet, customFetch } from 'jose';
import type { Fetch } from '../../services/transport/http.ts';
import { fetchSend } from '../upstream/exchange.ts';
import { readCookie } from './cookies.ts';
import { claimText, tokenFrom, verifyToken } from './json-web-token.ts';
import { ProofRefused, type CustomerProof } from './proof.ts';

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
  /** The claim with the customer id of the platform. Default `sub`. */
  readonly customerClaim?: string | undefined;
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
const JWKS_TIMEOUT_MS = 4_000;
/** For a token with an unknown key the keys are loaded again, at most once in this time. */
const JWKS_COOLDOWN_MS = 30_000;

/** ID or access tokens of an OpenID Connect provider, sent by the page as a bearer token. */
export function openidProof({
  issuer,
  audience,
  jwksUrl,
  token: kind = 'id',
  customerClaim = 'sub',
  nonceCookie,
  fetch: fetchKeys = (url, init) => fetch(url, init),
  now = Date.now,
}: OpenidProofSettings): CustomerProof {
  const send = fetchSend(fetchKeys);
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    cooldownDuration: JWKS_COOLDOWN_MS,
    // With the limits of every other request of the proxy: no redirect, no endless answer.
    [customFetch]: async (url, { headers, signal }) => {
      const { status, bytes } = await send({
        method: 'GET',
        url,
        headers: Object.fromEntries(headers),
        signal,
      });
      return new Response(bytes ?? null, { status: bytes ? status : 502 });
    },
  });
  return {
    name: 'OpenID provider',
    async check() {
      await keys.reload();
      return keys.jwks()?.keys.length ? undefined : 'OIDC_JWKS_URL publishes no key.';
    },
    async verify({ headers }) {
      const token = tokenFrom(headers, issuer);
      if (token === undefined) return undefined;
      const claims = await verifyToken(token, keys, now, { algorithms: ALGORITHMS, issuer, audience });
      const id = claimText(claims[customerClaim]);
      if (id === '') throw new ProofRefused();
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
        // Anybody can write another person's address where the provider does not verify it.
        email: claims['email_verified'] === false ? '' : claimText(claims['email']),
        firstName: claimText(claims['given_name']),
        lastName: claimText(claims['family_name']),
        ...(kind === 'id' ? { once: { key: token, until: endsAt } } : { endsAt }),
      };
    },
  };
}
