import type { TokenCache } from './cache.ts';
import type { TokenSource } from './source.ts';

/** Gives the customer's token to whoever calls, with one request however many ask. */
export interface TokenBroker {
  /** A token to try: the cached one until it is missing, expired or was rejected; then a new one (spec 5.3). */
  token(): Promise<string>;
  /** The service did not accept this token: it is not given out again. */
  reject(token: string): void;
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

  async function fetchToken(): Promise<string> {
    const token = await source.fetch(rejected);
    // A part that does not load must not cost the token: then it counts as one that says nothing.
    const jwt = token.includes('.') && (await import('./jwt.ts').catch(() => undefined));
    const said = jwt ? jwt.jwtExpiry(token) : undefined;
    cache.write({ ...cache.read(), token, expiresAt: expiryOf(said, now()) });
    return token;
  }

  return {
    async token() {
      const record = cache.read();
      const left = record ? record.expiresAt - now() : 0;
      // More than any token has left: the clock was set back, or the storage holds rubbish.
      if (record && left > EXPIRY_MARGIN_MS && left <= LIFETIME_CAP_MS) return record.token;
      return (inFlight ??= fetchToken().finally(() => (inFlight = undefined)));
    },
    reject(token) {
      rejected = token;
      if (cache.read()?.token === token) cache.keep({ expiresAt: 0 });
    },
  };
}

/** When a token should be replaced: a JWT says so itself, any other has a soft lifetime. Milliseconds since 1970. */
function expiryOf(said: number | undefined, now: number): number {
  // A clock that is wrong by hours makes a fresh token look old: then it counts as one that says nothing.
  return said && said > now + EXPIRY_MARGIN_MS
    ? Math.min(said, now + LIFETIME_CAP_MS)
    : now + SOFT_LIFETIME_MS;
}
