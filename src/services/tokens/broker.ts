import type { TokenCache } from './cache.ts';
import type { TokenSource } from './source.ts';

/** Gives the customer's token to whoever calls, with one request however many ask. */
export interface TokenBroker {
  /** A token to try: the cached one until it is missing, expired or was rejected; then a new one (spec 5.3). */
  token(): Promise<string>;
  /** The service did not accept this token: it is not given out again. */
  reject(token: string): void;
  /** Ends the customer's epoch: a token that still arrives is not kept. `forget` drops the kept one, too. */
  close(forget: boolean): void;
}

/** How long a token without a readable expiry is reused; a 401 ends it sooner. ASSUMPTION G16. */
const SOFT_LIFETIME_MS = 10 * 60_000;
/** No token is reused longer than this, whatever it says. */
const LIFETIME_CAP_MS = 24 * 3_600_000;
/** For a token that ends while the request is on its way. */
const EXPIRY_MARGIN_MS = 5_000;

export function createTokenBroker(source: TokenSource, cache: TokenCache, now: () => number): TokenBroker {
  let inFlight: Promise<string> | undefined;
  let rejected: string | undefined;
  let closed = false;

  async function fetchToken(): Promise<string> {
    const token = await source.fetch(rejected);
    // A sign-out that came while the request was under way wins: the late token is not kept.
    if (!closed) cache.write({ ...cache.read(), token, expiresAt: expiryOf(token, now()) });
    return token;
  }

  return {
    token() {
      const record = cache.read();
      if (record && record.expiresAt - EXPIRY_MARGIN_MS > now()) return Promise.resolve(record.token);
      inFlight ??= fetchToken().finally(() => (inFlight = undefined));
      return inFlight;
    },
    reject(token) {
      rejected = token;
      const record = cache.read();
      if (record?.token === token) cache.write({ ...record, expiresAt: 0 });
    },
    close(forget) {
      closed = true;
      if (forget) cache.clear();
    },
  };
}

/** `exp` of a JWT where the token is one (RFC 7519), else a soft lifetime; in milliseconds since 1970. */
function expiryOf(token: string, now: number): number {
  let lifetimeMs = SOFT_LIFETIME_MS;
  try {
    const { exp } = JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))) as {
      exp?: unknown;
    };
    // A clock that is wrong by hours makes a fresh token look old: then it counts as one without an expiry.
    if (typeof exp === 'number' && exp * 1000 > now + EXPIRY_MARGIN_MS) lifetimeMs = exp * 1000 - now;
  } catch {
    // not a JWT
  }
  return now + Math.min(lifetimeMs, LIFETIME_CAP_MS);
}
