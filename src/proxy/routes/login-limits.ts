import { Refusal } from '../guard/answer.ts';
import type { Log } from '../log.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import { digest } from '../storage/random.ts';
import type { Counter } from '../storage/storage.ts';
import { take, uncountable } from './limited.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Once an account has had too many wrong tries in all, addresses that are new to it share one try in this time. */
const SLOW_SECONDS = 30;
/** How long an address counts as known to an account after a right password. */
const KNOWN_MS = 30 * 24 * HOUR * 1_000;

/** A try that has been counted. */
export interface LoginTry {
  /** It was no wrong try: our own trouble, or a right password. */
  giveBack(): Promise<void>;
  /** The password was right: it does not count, and the address is known to the account from now on. */
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
 * Guessing is bounded for each pair of account and address, for each address, and for each account in all. The last two could
 * lock out the customer, because other people can use them up; so they do not hold for an address from which the right password
 * of the account has come before, and beyond the last one new addresses are slowed down and not refused.
 */
export function createLoginLimits({
  storage,
  limits,
  log,
}: Pick<ProxyConfig, 'storage' | 'limits' | 'log'>): LoginLimits {
  const { texts } = storage;
  const counters = {
    address: storage.counter({ name: 'address', tries: limits.perAddress, perSeconds: QUARTER_HOUR }),
    pair: storage.counter({ name: 'account', tries: limits.perAccount, perSeconds: QUARTER_HOUR }),
    account: storage.counter({ name: 'account-in-all', tries: limits.perAccountInAll, perSeconds: HOUR }),
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
        // What was refused was not tried.
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

/** One account under all spellings that a platform may take for the same name. */
const accountOf = (username: string): string => username.normalize('NFKC').trim().toLowerCase();
