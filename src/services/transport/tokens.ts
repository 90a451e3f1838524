/** No token is used longer than this, whatever its expiry is. */
export const LIFETIME_CAP_MS = 24 * 3_600_000;
/** How long a token without a readable expiry is used; a 401 ends it sooner. */
export const SOFT_LIFETIME_MS = 10 * 60_000;
/** A token that ends sooner is replaced: it could end while the request is on its way. */
export const EXPIRY_MARGIN_MS = 5_000;

/** The stored token of one customer, or of the user of a client. */
export interface TokenRecord {
  readonly token: string;
  /** Milliseconds since 1970; 0 for a token that the service rejected. */
  readonly expiresAt: number;
  /** When a token was last fetched because one was rejected. Milliseconds since 1970. */
  readonly renewedAt?: number | undefined;
  /** The customer's profile, once it is known. */
  readonly profileId?: string | undefined;
  /** Whether the proxy of this session answers `GET /page`. */
  readonly page?: unknown;
  /** Replies that the last page showed, for the first frame of the next one. Not validated. */
  readonly balances?: unknown;
  readonly tier?: unknown;
  /** The language of the page for which the tier was requested: a page in another one does not show it. */
  readonly tierLanguage?: string | undefined;
  /** What the card showed, for a page without a connection. Not validated. */
  readonly card?: unknown;
  /** Product ids of the wishlist when it was last loaded: wishlist buttons show them until it has loaded again. Not validated. */
  readonly hearts?: unknown;
  /** Number of products on the wishlist then: with more than there are ids, the others are not known. Not validated. */
  readonly saved?: unknown;
  /** When reads show what was written last, in milliseconds since 1970: a service may answer late. */
  readonly settledAt?: unknown;
  /** Writes whose answer is not known, by their name. Not validated. */
  readonly lost?: unknown;
  /** The customer had no wishlist when it was last loaded. */
  readonly noWishlist?: boolean | undefined;
  /** Numbers of rows by the name of the list that had fewer than its usual ones. Not validated. */
  readonly rows?: unknown;
}

/** Stores the one record of a broker. Has no type of the browser, because servers use it too. */
export interface TokenStore {
  read(): TokenRecord | undefined;
  /** Merges into the record. Stores nothing after a sign-out or change of the customer, in this tab or another one. */
  save(addition: Partial<TokenRecord>): void;
}

/** A store in memory, which ends with its owner. */
export function memoryTokenStore(): TokenStore {
  let record: TokenRecord | undefined;
  return {
    read: () => record,
    save: (addition) => void (record = { token: '', expiresAt: 0, ...record, ...addition }),
  };
}

/** Returns the valid token, and fetches a new one with one request for all waiting callers. */
export interface TokenBroker {
  /** The stored token until it is missing, expired or rejected; then a new one (spec 5.3). */
  token(): Promise<string>;
  /** The service rejected this token with `error`: it is not given out again. */
  reject(token: string, error?: Error): void;
}

/** Fetches and stores a token other than the rejected one. Rejects with `unauthenticated` where there is none. */
export type AcquireToken = (rejected: string | undefined) => Promise<string>;

export function createTokenBroker(store: TokenStore, acquire: AcquireToken, now: () => number): TokenBroker {
  let inFlight: Promise<string> | undefined;
  let rejected: string | undefined;

  return {
    async token() {
      const { token, expiresAt = 0 } = store.read() ?? ({} as Partial<TokenRecord>);
      const left = expiresAt - now();
      // An expiry beyond the cap comes from a clock that was set back, or from invalid storage.
      if (left > EXPIRY_MARGIN_MS && left <= LIFETIME_CAP_MS) return token!;
      return (inFlight ??= acquire(rejected).finally(() => (inFlight = undefined)));
    },
    reject(token) {
      rejected = token;
      if (store.read()?.token === token) store.save({ expiresAt: 0 });
    },
  };
}
