import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import { expiryOf } from '../../transport/token-reply.ts';
import {
  EXPIRY_MARGIN_MS,
  LIFETIME_CAP_MS,
  type AcquireToken,
  type TokenRecord,
} from '../../transport/tokens.ts';
import { isTransient } from '../../transport/unanswered.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';
import type { FetchedToken } from './fetched-token.ts';
import { fetchedLockOf, fetchLockOf, type AcquirerOptions } from './first-token.ts';
import { openSharedTokenStore, type SharedTokenStore } from './shared-token-store.ts';
import { fetchToken } from './storefront-token.ts';
import { openTabChannel, type TabChannel } from './tab-channel.ts';
import { startHeartbeat, withTabLock } from './tab-lock.ts';

// Loaded where tabs have to be coordinated: several need a token at once, or a token was rejected or has expired. `first-token.ts` does
// what nearly all other pages need.

/** A token that replaces a rejected one is fetched at most once in this time: otherwise each 401 of a faulty service costs a request. */
const RENEWAL_COOLDOWN_MS = 60_000;
/** How long an expired token is still used while the token endpoint is unavailable. The service decides whether it is still valid. */
const GRACE_MS = 30_000;
/** Upper limit for the delivery of a broadcast; measured: a few milliseconds. */
const BROADCAST_MS = 100;
/** Upper limit for the time until `localStorage` of every tab shows a stored token. */
const STORAGE_MS = 3_000;

interface Acquisition extends AcquirerOptions {
  readonly rejected: string | undefined;
}

/**
 * Acquires tokens for a customer with one request, however many tabs need one: a Web Lock admits one tab at a time, which first looks into
 * the shared store. Every wait for a lock, the database or a tab has a deadline; in the worst case each tab sends its own request.
 */
export function createAcquirer(options: AcquirerOptions): AcquireToken {
  const { config, cache, browser, signal } = options;
  const name = fetchLockOf(cache.owner);
  // With `tab` and `memory` nothing is shared: any script of the origin could read the token from the channel, or send another one.
  const sharedBrowser = config.cache === 'shared' ? browser : undefined;
  const locks = valueOrUndefined(() => sharedBrowser?.navigator?.locks);

  return async (rejected) => {
    const acquisition: Acquisition = { ...options, rejected };
    const channel = openTabChannel(sharedBrowser, name);
    const store = config.cache === 'shared' ? openSharedTokenStore(browser, cache.owner!) : undefined;
    const usable = (record: TokenRecord | undefined) => (isUsable(acquisition, record) ? record : undefined);
    const stored = () => usable(cache.read());
    try {
      const record = await withTabLock({ locks, name, channel, signal, usable, stored }, (holdLock) =>
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
    // The lock is held until the record is stored: the next tab with the lock must find it. This tab's caller need not wait.
    holdLock(share(acquisition, { store, channel }, record, shared?.generation));
    return record;
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (!acquisition.signal.aborted) holdLock(shareFailure(channel, error));
    throw error;
  }
}

/**
 * Gives the token that `first-token.ts` fetches, or its failure, to the other tabs. The caller holds the lock until then.
 */
export async function shareFirstToken(
  options: AcquirerOptions,
  fetched: Promise<FetchedToken>,
): Promise<void> {
  const { cache, browser, signal, now } = options;
  const channel = openTabChannel(browser, fetchLockOf(cache.owner));
  const store = openSharedTokenStore(browser, cache.owner!);
  const stopHeartbeat = startHeartbeat(channel);
  try {
    const shared = await store.read();
    const { token, expiry } = await fetched;
    const record = { token, expiresAt: expiryOf(token, expiry, now()) };
    // A sign-out of another tab was stored before it counted a generation. A token that was rejected since is not shared.
    if (signal.aborted || !cache.current() || cache.read()?.token !== token) return;
    cache.save(record);
    await share(options, { store, channel }, record, shared?.generation);
  } catch (thrown) {
    if (!signal.aborted) await shareFailure(channel, toLoyaltyError(thrown));
  } finally {
    stopHeartbeat();
    store.close();
    channel.close();
  }
}

async function share(
  { cache, browser }: AcquirerOptions,
  { store, channel }: Pick<UnderLock, 'store' | 'channel'>,
  record: TokenRecord,
  generation: number | undefined,
): Promise<void> {
  channel.sendRecord(record);
  if (!store) return;
  void valueOrUndefined(
    () =>
      browser?.navigator?.locks
        ?.request(fetchedLockOf(cache.owner), { mode: 'shared' }, () => pause(STORAGE_MS))
        .catch(() => {}), // a sandboxed frame has no locks
  );
  await store.save(record, generation);
}

/** Waits for the broadcast: another tab may get the Web Lock before the message arrives, and would repeat the request. */
async function shareFailure(channel: TabChannel, error: LoyaltyError): Promise<void> {
  channel.sendFailure(error);
  await pause(BROADCAST_MS);
}

const pause = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));

/** @throws LoyaltyError `unauthenticated` where tokens are rejected, and the last one was fetched too recently */
async function fetchRecord(acquisition: Acquisition, shared: TokenRecord | undefined): Promise<TokenRecord> {
  const { now, cache } = acquisition;
  const own = cache.read();
  const rejected = [own, shared].find((record) => record && isRejected(acquisition, record));
  const renewedAt = Math.max(0, ...[own, shared].map((record) => Number(record?.renewedAt) || 0));
  const sinceRenewal = now() - renewedAt;
  if (rejected && sinceRenewal >= 0 && sinceRenewal < RENEWAL_COOLDOWN_MS)
    throw new LoyaltyError('unauthenticated');
  const { token, expiry, about } = await fetchToken(acquisition);
  return {
    ...own,
    ...about,
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
  error.code === 'bad_response' || isTransient(error);
