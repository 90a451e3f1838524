/** No token is reused longer than this, whatever it says. */
export const LIFETIME_CAP_MS = 24 * 3_600_000;
/** For a token that ends while the request is on its way. */
export const EXPIRY_MARGIN_MS = 5_000;

/** What is kept for one customer. */
export interface TokenRecord {
  readonly token: string;
  /** Milliseconds since 1970; 0 for a token that the service did not accept. */
  readonly expiresAt: number;
  /** When a token was last fetched because one was not accepted. Milliseconds since 1970. */
  readonly renewedAt?: number | undefined;
  /** The customer's profile, once it is known. */
  readonly profileId?: string | undefined;
  /** Product ids on the wishlist when it was last seen, so that hearts are right before it has loaded. Read with care. */
  readonly hearts?: unknown;
}

/** Where a broker keeps its token. Declared here, without the browser's types: servers use the broker, too. */
export interface TokenStore {
  read(): TokenRecord | undefined;
  /** Adds to the record. Nothing is kept once the customer has gone, here or in another tab. */
  keep(addition: Partial<TokenRecord>): void;
}

/** Gives the customer's token to whoever calls, with one request however many ask. */
export interface TokenBroker {
  /** A token to try: the kept one until it is missing, expired or was rejected; then a new one (spec 5.3). */
  token(): Promise<string>;
  /** The service did not accept this token: it is not given out again. */
  reject(token: string): void;
}

/** Gets a token other than the rejected one, and keeps it. Rejects with `unauthenticated` where there is none to be had. */
export type AcquireToken = (rejected: string | undefined) => Promise<string>;

export function createTokenBroker(kept: TokenStore, acquire: AcquireToken, now: () => number): TokenBroker {
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
