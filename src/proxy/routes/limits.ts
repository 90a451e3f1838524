import { Refusal } from '../guard/answer.ts';
import { digest } from '../hashes.ts';
import type { Log } from '../log.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import type { Counter, Taken } from '../storage/storage.ts';

export const HOUR_SECONDS = 60 * 60;
const QUARTER_HOUR_SECONDS = 15 * 60;
/** After too many wrong tries for an account in all, addresses that are new to it share one try in this time. */
const SLOW_SECONDS = 30;
/** How long an address counts as known to an account after a right password. */
const KNOWN_MS = 30 * 24 * HOUR_SECONDS * 1_000;

/** A login try that has been counted. */
export interface LoginTry {
  /** Takes the try out of the count: the password was right, or could not be checked. */
  giveBack(): Promise<void>;
  /** Takes the try out of the count after a right password, and makes the address known to the account. */
  succeed(): Promise<void>;
}

/** How often passwords may be tried: docs/decisions/0060-login-limits.md. */
export interface LoginLimits {
  /** Counts a try without readable credentials. @throws Refusal 429, or 503 when it cannot be counted */
  takeAddress(address: string): Promise<void>;
  /** Counts a try before the password is checked. @throws Refusal 429, or 503 when it cannot be counted */
  take(username: string, address: string): Promise<LoginTry>;
}

/**
 * Limits password guessing for each pair of account and address, for each address, and for each account in all. Other people could use
 * up the last two and lock the customer out. So these do not apply to an address from which the right password of the account has
 * come before, and beyond the last one new addresses are slowed down instead of refused.
 */
export function createLoginLimits({
  storage,
  limits,
  log,
}: Pick<ProxyConfig, 'storage' | 'limits' | 'log'>): LoginLimits {
  const { texts } = storage;
  const { perAddress, perAccount, perAccountInAll } = limits;
  const counters = {
    address: storage.counter({ name: 'address', tries: perAddress, perSeconds: QUARTER_HOUR_SECONDS }),
    pair: storage.counter({ name: 'account', tries: perAccount, perSeconds: QUARTER_HOUR_SECONDS }),
    account: storage.counter({ name: 'account-in-all', tries: perAccountInAll, perSeconds: HOUR_SECONDS }),
    slow: storage.counter({ name: 'account-slow', tries: 1, perSeconds: SLOW_SECONDS }),
  };

  return {
    async takeAddress(address) {
      await take(counters.address, address, log);
    },

    async take(username, address) {
      const account = await digest(accountOf(username));
      const pair = await digest(`${account} ${address}`);
      const known = `known-address:${pair}`;
      const isKnown = await texts.get(known).catch(() => {
        throw uncountable(log);
      });
      const counted: { giveBack(): Promise<void> }[] = [];
      const giveBack = async () => void (await Promise.all(counted.map((one) => one.giveBack())));
      try {
        if (!isKnown) counted.push(await take(counters.address, address, log));
        counted.push(await take(counters.pair, pair, log));
        if (!isKnown) counted.push(await takeOrSlow(counters.account, counters.slow, account, log));
      } catch (error) {
        // A refused try checks no password: it must not count for the other limits.
        await giveBack();
        throw error;
      }
      return {
        giveBack,
        async succeed() {
          await Promise.all([giveBack(), texts.set(known, '1', KNOWN_MS)]);
        },
      };
    },
  };
}

async function takeOrSlow(counter: Counter, slow: Counter, key: string, log: Log) {
  try {
    return await take(counter, key, log);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error;
    return take(slow, key, log);
  }
}

/** One account for all spellings that a platform may accept as the same name. */
const accountOf = (username: string): string => username.normalize('NFKC').trim().toLowerCase();

/** Counts a try. @throws Refusal 429 with `Retry-After` beyond the limit, 503 when it cannot be counted */
export async function take(
  counter: Counter,
  key: string,
  log: Log,
): Promise<Extract<Taken, { allowed: true }>> {
  const taken = await counter.take(key).catch(() => {
    throw uncountable(log);
  });
  if (taken.allowed) return taken;
  log({ level: 'warn', event: 'login_limited' });
  throw new Refusal(429, 'Too many tries. Please wait a while.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(taken.waitMs / 1_000))) },
  });
}

/** Without counts, passwords could be guessed without a limit. */
function uncountable(log: Log): Refusal {
  log({ level: 'error', event: 'storage_failed' });
  return new Refusal(503, 'Signing in is not possible at the moment.', { headers: { 'Retry-After': '5' } });
}
