import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Fetch, Http } from '../../transport/http.ts';
import type { Mapping } from '../../transport/tenant/mapping.ts';
import { SOFT_LIFETIME_MS } from '../../transport/tokens.ts';
import type { Config } from '../config.ts';
import type { Browser } from '../environment.ts';
import { valueOrUndefined } from '../../transport/value-or-undefined.ts';
import type { Failure } from '../misconfiguration.ts';
import { slotOf, type TokenCache } from './cache.ts';
import type { FetchedToken } from './fetched-token.ts';
import { fetchToken } from './storefront-token.ts';

export interface AcquirerOptions {
  readonly config: Config;
  readonly http: Http;
  readonly fetch?: Fetch | undefined;
  readonly mapping?: Promise<Mapping> | undefined;
  readonly cache: TokenCache;
  readonly browser: Browser | undefined;
  /** Aborts when the customer's epoch ends. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Writes to the console what the page should change because of a failure. */
  readonly explain: (failure: Failure) => void;
}

/** By then a page usually shows its data: the file that informs other tabs must not delay that. */
const SHARE_AFTER_MS = 1_000;

/** Longest wait for the answer of the lock manager. */
const LOCK_DEADLINE_MS = 300;

/** The Web Lock of the tab that fetches a token for this customer. */
export { slotOf as fetchLockOf };
/** The Web Lock that tabs share for a moment after they got a token: `localStorage` of another tab may not show it yet. */
export const fetchedLockOf = (owner: string | undefined): string => `${slotOf(owner)} fetched`;

/**
 * Fetches the token of a customer who has none in this browser. Where no other tab needs one at the same time, which is nearly always, one
 * lock is enough: the page loads none of the files that coordinate tabs before it shows its data. `undefined` where another tab is
 * fetching a token or has just got one: then `acquire.ts` continues.
 *
 * @param share reads the expiry of the token, and gives the token, or the failure, to other tabs
 */
export async function fetchFirstToken(
  options: AcquirerOptions,
  share: (fetched: Promise<FetchedToken>) => Promise<void>,
): Promise<string | undefined> {
  const { cache, browser, signal, now, explain, config } = options;

  async function fetchAndStore(): Promise<FetchedToken> {
    try {
      const fetched = await fetchToken(options);
      if (signal.aborted) throw new LoyaltyError('aborted');
      cache.save({ ...fetched.about, token: fetched.token, expiresAt: now() + SOFT_LIFETIME_MS });
      return fetched;
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      explain({ step: 'token', error });
      throw error;
    }
  }

  if (config.cache !== 'shared') return undefined;
  const locks = valueOrUndefined(() => browser?.navigator?.locks);
  return new Promise((resolve, reject) => {
    let isOver = false;
    const continueElsewhere = () => {
      isOver = true;
      resolve(undefined);
    };
    // A lock that is free is granted at once; in some browsers a request for a lock is never answered.
    const deadline = setTimeout(continueElsewhere, LOCK_DEADLINE_MS);
    const free = { ifAvailable: true };
    // `request` throws synchronously in a sandboxed frame: inside the promise that is a rejection.
    void Promise.resolve()
      .then(() => {
        const fetching = locks!.request(slotOf(cache.owner), free, async (isFree) => {
          if (!isFree || !(await isNothingFetched) || isOver) return continueElsewhere();
          clearTimeout(deadline);
          const fetched = fetchAndStore();
          fetched.then(({ token }) => resolve(token), reject);
          const isLeft = await new Promise<boolean>((end) => {
            setTimeout(end, SHARE_AFTER_MS, false);
            fetched.catch(() => end(false));
            // The lock would keep the page out of the back/forward cache.
            browser?.addEventListener?.('pagehide', () => end(true));
          });
          if (isLeft) return;
          // A message for tabs that wait: they give up before `share` has loaded its file where the device is busy.
          const channel = valueOrUndefined(() => new browser!.BroadcastChannel!(slotOf(cache.owner)));
          channel?.postMessage({});
          channel?.close();
          await share(fetched);
        });
        // In this order: a tab that has just got a token requests this lock before it releases the other.
        const isNothingFetched = locks!.request(fetchedLockOf(cache.owner), free, Boolean);
        return Promise.all([fetching, isNothingFetched]);
      })
      .catch(continueElsewhere);
  });
}
