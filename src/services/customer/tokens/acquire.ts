import { attempt, type Browser } from '../browser.ts';
import type { Config } from '../config.ts';
import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Http } from '../../transport/http.ts';
import type { Failure } from '../mistakes.ts';
import { EXPIRY_MARGIN_MS, LIFETIME_CAP_MS, type AcquireToken } from '../../transport/tokens.ts';
import type { TokenCache, TokenRecord } from './cache.ts';
import { expiryOf } from '../../transport/token-reply.ts';
import { openSharedTier, type SharedTier } from './shared-tier.ts';
import { fetchToken } from './source.ts';
import { openTabs, type Tabs } from './tabs.ts';
import { takeTurn } from './turn.ts';

// Loaded when a page has no token that lives, not before: most page views find one and need none of this.

/** How soon a token may be fetched anew because the service did not accept the last one: a storm of 401 stays small. */
const COOLDOWN_MS = 60_000;
/** How long a token that should be replaced is used on while its source is away: the service says whether it still holds. */
const GRACE_MS = 30_000;
const REQUEST_TIMEOUT = 408;
/** How long other tabs need at most to hear what one says: measured, a few milliseconds. */
const HEARD_MS = 100;

export interface AcquirerOptions {
  readonly config: Config;
  readonly http: Http;
  readonly cache: TokenCache;
  readonly browser: Browser | undefined;
  /** Ends with the customer's epoch. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Writes to the console what the page should change because of a failure. */
  readonly explain: (failure: Failure) => void;
}

interface Acquisition extends AcquirerOptions {
  readonly rejected: string | undefined;
}

/**
 * Gets tokens for a customer with one request, however many tabs ask: one tab after the other looks into what they share, and the
 * first that finds nothing fetches. Nobody waits long for a lock, a database or a tab that does not answer; in the worst case
 * each tab asks for itself.
 */
export function createAcquirer(options: AcquirerOptions): AcquireToken {
  const { config, cache, browser, signal } = options;
  const name = `loyalty-elements ${cache.owner}`;
  // With `tab` and `memory` nothing is shared: on a channel, any script of the origin would hear the token or could give another.
  const company = config.cache === 'shared' ? browser : undefined;
  const locks = attempt(() => company?.navigator?.locks);

  return async (rejected) => {
    const wish: Acquisition = { ...options, rejected };
    const tabs = openTabs(company, name);
    const tier = config.cache === 'shared' ? openSharedTier(browser, cache.owner!) : undefined;
    const fits = (record: TokenRecord | undefined) => (isWanted(wish, record) ? record : undefined);
    try {
      const record = await takeTurn({ locks, name, tabs, signal, told: fits }, (keepTurn) =>
        search(wish, { tier, tabs, fits, keepTurn }),
      );
      if (signal.aborted) throw new LoyaltyError('aborted');
      cache.keep(record);
      return record.token;
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      const old = cache.read();
      if (!isTransient(error) || !old || isRejected(wish, old)) {
        options.explain({ step: 'token', error });
        throw error;
      }
      // The source is away. That must not sign anyone out: the service says whether the old token still holds.
      cache.keep({ expiresAt: options.now() + GRACE_MS });
      return old.token;
    } finally {
      tier?.close();
      tabs.close();
    }
  };
}

interface InTurn {
  readonly tier: SharedTier | undefined;
  readonly tabs: Tabs;
  readonly fits: (record: TokenRecord | undefined) => TokenRecord | undefined;
  /** The turn lasts until then. */
  readonly keepTurn: (until: Promise<unknown>) => void;
}

/** In this tab's turn: what another tab has put there, or a new one. */
async function search(wish: Acquisition, { tier, tabs, fits, keepTurn }: InTurn): Promise<TokenRecord> {
  const shared = await tier?.read();
  const found = fits(shared?.record) ?? fits(wish.cache.read());
  if (found) return found;
  try {
    const record = await fetchOnce(wish, shared?.record);
    if (wish.signal.aborted) throw new LoyaltyError('aborted');
    // The turn ends when others can find it; who asked need not wait for that.
    tabs.tell(record);
    if (tier) keepTurn(tier.commit(record, shared?.generation));
    return record;
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    if (!wish.signal.aborted) {
      tabs.tellFailure(error);
      keepTurn(untilHeard());
    }
    throw error;
  }
}

/** Lets a message arrive before the next turn begins: a lock may be quicker than a word. */
const untilHeard = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, HEARD_MS));

/** @throws LoyaltyError `unauthenticated` while tokens are not accepted and the next one has to wait */
async function fetchOnce(wish: Acquisition, shared: TokenRecord | undefined): Promise<TokenRecord> {
  const { config, http, signal, now, cache } = wish;
  const own = cache.read();
  const last = [own, shared].find((record) => record && isRejected(wish, record));
  const renewedAt = Math.max(0, ...[own, shared].map((record) => Number(record?.renewedAt) || 0));
  const since = now() - renewedAt;
  if (last && since >= 0 && since < COOLDOWN_MS) throw new LoyaltyError('unauthenticated');
  const { token, expiry } = await fetchToken(config, http, signal);
  return {
    ...own,
    token,
    expiresAt: expiryOf(token, expiry, now()),
    ...(renewedAt > 0 && { renewedAt }),
    ...(last && { renewedAt: now() }),
  };
}

const isRejected = ({ rejected }: Acquisition, { token, expiresAt }: TokenRecord): boolean =>
  token === rejected || expiresAt === 0;

function isWanted(wish: Acquisition, record: TokenRecord | undefined): record is TokenRecord {
  if (!record || isRejected(wish, record)) return false;
  const left = record.expiresAt - wish.now();
  return left > EXPIRY_MARGIN_MS && left <= LIFETIME_CAP_MS;
}

/** Not an answer about this customer, but about the moment. */
const isTransient = ({ code, status = 0 }: LoyaltyError): boolean =>
  ['offline', 'timeout', 'rate_limited'].includes(code) ||
  status === REQUEST_TIMEOUT ||
  status >= 500 ||
  (code === 'bad_response' && !status);
