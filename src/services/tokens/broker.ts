import type { TokenCache } from './cache.ts';
import { EXPIRY_MARGIN_MS, LIFETIME_CAP_MS } from './lifetime.ts';

/** Gives the customer's token to whoever calls, with one request however many ask. */
export interface TokenBroker {
  /** A token to try: the kept one until it is missing, expired or was rejected; then a new one (spec 5.3). */
  token(): Promise<string>;
  /** The service did not accept this token: it is not given out again. */
  reject(token: string): void;
}

/** Gets a token other than the rejected one, and keeps it. Rejects with `unauthenticated` where there is none to be had. */
export type AcquireToken = (rejected: string | undefined) => Promise<string>;

export function createTokenBroker(
  kept: Pick<TokenCache, 'read' | 'keep'>,
  acquire: AcquireToken,
  now: () => number,
): TokenBroker {
  let inFlight: Promise<string> | undefined;
  let rejected: string | undefined;

  return {
    async token() {
      const record = kept.read();
      const left = record ? record.expiresAt - now() : 0;
      // More than any token has left: the clock was set back, or the storage holds rubbish.
      if (record && left > EXPIRY_MARGIN_MS && left <= LIFETIME_CAP_MS) return record.token;
      return (inFlight ??= acquire(rejected).finally(() => (inFlight = undefined)));
    },
    reject(token) {
      rejected = token;
      if (kept.read()?.token === token) kept.keep({ expiresAt: 0 });
    },
  };
}
