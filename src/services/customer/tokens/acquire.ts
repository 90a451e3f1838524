import { isTransient, LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Http } from '../../transport/http.ts';
import { expiryOf } from '../../transport/token-reply.ts';
import {
  EXPIRY_MARGIN_MS,
  LIFETIME_CAP_MS,
  type AcquireToken,
  type TokenRecord,
} from '../../transport/tokens.ts';
import type { Config } from '../config.ts';
import { valueOrUndefined, type Browser } from '../environment.ts';
import type { Failure } from '../misconfiguration.ts';
import type { TokenCache } from './cache.ts';
import { openSharedTokenStore, type SharedTokenStore } from './shared-token-store.ts';
import { fetchToken } from './storefront-token.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';
import { withTabLock } from './tab-lock.ts';

// Loaded only when the cache has no valid token; most page views have one.

/** A token that replaces a rejected one is fetched at most once in this time: otherwise each 401 of a faulty service costs a request. */
const RENEWAL_COOLDOWN_MS = 60_000;
/** How long an expired token is still used while the token endpoint is unavailable. The service decides whether it is still valid. */
const GRACE_MS = 30_000;
/** Upper limit for the delivery of a broadcast; measured: a few milliseconds. */
const BROADCAST_MS = 100;

export interface AcquirerOptions {
  readonly config: Config;
  readonly http: Http;
  readonly cache: TokenCache;
  readonly browser: Browser | undefined;
  /** Aborts when the customer's epoch ends. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Writes to the console what the page should change because of a failure. */
  readonly explain: (failure: Failure) => void;
}

interface Acquisition extends AcquirerOptions {
  readonly rejected: string | undefined;
}

/**
 * Acquires tokens for a customer with one request, however many tabs need one: a Web Lock admits one tab at a time, which first looks into
 * the shared store. Every wait for a lock, the database or a tab has a deadline; in the worst case each tab sends its own request.
 */
export function createAcquirer(options: AcquirerOptions): AcquireToken {
  const { config, cache, browser, signal } = options;
  const name = `loyalty-elements ${cache.owner}`;
  // With `tab` and `memory` nothing is shared: any script of the origin could read the token from the channel, or send another one.
  const sharedBrowser = config.cache === 'shared' ? browser : undefined;
  const locks = valueOrUndefined(() => sharedBrowser?.navigator?.locks);

  return async (rejected) => {
    const acquisition: Acquisition = { ...options, rejected };
    const channel = openTabChannel(sharedBrowser, name);
    const store = config.cache === 'shared' ? openSharedTokenStore(browser, cache.owner!) : undefined;
    const usable = (record: TokenRecord | undefined) => (isUsable(acquisition, record) ? record : undefined);
    try {
      const record = await withTabLock({ locks, name, channel, signal, usable }, (holdLock) =>
        findOrFetch(acquisition, { store, channel, usable, holdLock }),
      );
      if (signal.aborted) throw new LoyaltyError('aborted');
      cache.save(record);
      return record.token;
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      const old = cache.read();
      if (!old || isRejected(acquisition, old) || !isTokenEndpointUnavailable(error)) {
        options.explain({ step: 'token', error });
        throw error;
      }
      // An outage of the token endpoint must not sign the customer out.
      cache.save({ expiresAt: options.now() + GRACE_MS });
      return old.token;
    } finally {
      store?.close();
      channel.close();
    }
  };
}

interface UnderLock {
  readonly store: SharedTokenStore | undefined;
  readonly channel: TabChannel;
  readonly usable: (record: TokenRecord | undefined) => TokenRecord | undefined;
  readonly holdLock: (until: Promise<unknown>) => void;
}

/** Under the lock: the record that another tab stored, or a new one. */
async function findOrFetch(
  acquisition: Acquisition,
  { store, channel, usable, holdLock }: UnderLock,
): Promise<TokenRecord> {
  const shared = await store?.read();
  const found = usable(shared?.record) ?? usable(acquisition.cache.read());
  if (found) return found;
  try {
    const record = await fetchRecord(acquisition, shared?.record);
    if (acquisition.signal.aborted) throw new LoyaltyError('aborted');
    channel.sendRecord(record);
    // The lock is held until the record is stored: the next tab with the lock must find it. The caller does not wait for that.
    if (store) holdLock(store.save(record, shared?.generation));
    return record;
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (!acquisition.signal.aborted) {
      channel.sendFailure(error);
      // Wait for the broadcast: another tab may get the Web Lock before the message arrives, and would repeat the request.
      holdLock(new Promise((resolve) => setTimeout(resolve, BROADCAST_MS)));
    }
    throw error;
  }
}

/** @throws LoyaltyError `unauthenticated` where tokens are rejected, and the last one was fetched too recently */
async function fetchRecord(acquisition: Acquisition, shared: TokenRecord | undefined): Promise<TokenRecord> {
  const { config, http, signal, now, cache } = acquisition;
  const own = cache.read();
  const rejected = [own, shared].find((record) => record && isRejected(acquisition, record));
  const renewedAt = Math.max(0, ...[own, shared].map((record) => Number(record?.renewedAt) || 0));
  const sinceRenewal = now() - renewedAt;
  if (rejected && sinceRenewal >= 0 && sinceRenewal < RENEWAL_COOLDOWN_MS)
    throw new LoyaltyError('unauthenticated');
  const { token, expiry } = await fetchToken(config, http, signal);
  return {
    ...own,
    token,
    expiresAt: expiryOf(token, expiry, now()),
    ...(renewedAt > 0 && { renewedAt }),
    ...(rejected && { renewedAt: now() }),
  };
}

const isRejected = ({ rejected }: Acquisition, { token, expiresAt }: TokenRecord): boolean =>
  token === rejected || expiresAt === 0;

function isUsable(acquisition: Acquisition, record: TokenRecord | undefined): record is TokenRecord {
  if (!record || isRejected(acquisition, record)) return false;
  const left = record.expiresAt - acquisition.now();
  return left > EXPIRY_MARGIN_MS && left <= LIFETIME_CAP_MS;
}

/** A temporary failure, or a response that is not the service's, such as the page of a captive portal. */
const isTokenEndpointUnavailable = (error: LoyaltyError): boolean =>
  (error.code === 'bad_response' && !error.status) || isTransient(error);
