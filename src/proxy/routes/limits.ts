import { accountOf, spellingOf } from '../account-name.ts';
import { Refusal } from '../guard/answer.ts';
import { digest } from '../hashes.ts';
import { storageFailed, type Log } from '../log.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import type { Counter, Consumed } from '../storage/storage.ts';

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * 60;
const QUARTER_HOUR_SECONDS = 15 * 60;
/** After too many failed login attempts for an account in total, addresses that are new to it share one attempt in this time. */
const SLOW_SECONDS = 30;
/** How long an address counts as known to an account after a correct password. */
const KNOWN_MS = 30 * 24 * HOUR_SECONDS * 1_000;

/** A login attempt that has been counted. */
export interface LoginTry {
  /**
   * Removes the attempt from the counts of the account: its password could not be checked. The address keeps it, because a platform that
   * does not answer would be asked without limit.
   */
  giveBackToAccount(): Promise<void>;
  /** Removes the attempt from the count after a correct password, and stores the address as known to the account. */
  succeed(): Promise<void>;
}

/** Limits of login attempts: docs/decisions/0060-login-limits.md. */
export interface LoginLimits {
  /** Counts an attempt without readable credentials. @throws Refusal 429, or 503 when it cannot be counted */
  consumeAddress(address: string): Promise<void>;
  /** Counts an attempt before the password is checked. @throws Refusal 429, or 503 when it cannot be counted */
  consume(username: string, address: string): Promise<LoginTry>;
  /**
   * Counts an attempt with a code for its address only: each code has its own limit, and after wrong ones a new code has to work at once.
   * @throws Refusal 429, or 503 when it cannot be counted
   */
  consumeCode(username: string, address: string): Promise<LoginTry>;
}

/**
 * Limits password guessing for each pair of account and address, for each address, and for each account in total. Other people could use
 * up the last two and lock the customer out. So these do not apply to an address that has sent the correct password of the account
 * before, and beyond the last one new addresses are slowed down instead of refused.
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

  // By the spelling: two customers may have the same account.
  const knownKeyOf = async (username: string, address: string) =>
    `known-address:${await digest(`${await digest(spellingOf(username))} ${address}`)}`;

  async function consumeAll(username: string, address: string, hasPassword: boolean): Promise<LoginTry> {
    const account = await digest(accountOf(username));
    const pair = await digest(`${account} ${address}`);
    const known = await knownKeyOf(username, address);
    const isKnown = await texts.get(known).catch((error: unknown) => {
      throw uncountable(log, error);
    });
    const ofAddress: Counted[] = [];
    const ofAccount: Counted[] = [];
    try {
      if (!isKnown) ofAddress.push(await consume(counters.address, address, log));
      if (hasPassword) ofAccount.push(await consume(counters.pair, pair, log));
      if (hasPassword && !isKnown)
        ofAccount.push(await consumeOrSlow(counters.account, counters.slow, account, log));
    } catch (error) {
      // A refused attempt checks no password: it must not count for the other limits.
      await giveBack([...ofAddress, ...ofAccount]);
      throw error;
    }
    return {
      giveBackToAccount: () => giveBack(ofAccount),
      async succeed() {
        await Promise.all([giveBack([...ofAddress, ...ofAccount]), texts.set(known, '1', KNOWN_MS)]);
      },
    };
  }

  return {
    async consumeAddress(address) {
      await consume(counters.address, address, log);
    },
    consume: (username, address) => consumeAll(username, address, true),
    consumeCode: (username, address) => consumeAll(username, address, false),
  };
}

type Counted = Pick<Extract<Consumed, { allowed: true }>, 'giveBack'>;

async function giveBack(counted: readonly Counted[]): Promise<void> {
  await Promise.all(counted.map((one) => one.giveBack()));
}

async function consumeOrSlow(counter: Counter, slow: Counter, key: string, log: Log) {
  try {
    return await consume(counter, key, log);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error;
    return consume(slow, key, log);
  }
}

/** Counts an attempt. @throws Refusal 429 with `Retry-After` beyond the limit, 503 when it cannot be counted */
export async function consume(
  counter: Counter,
  key: string,
  log: Log,
  event: 'login_limited' | 'guest_limited' = 'login_limited',
): Promise<Extract<Consumed, { allowed: true }>> {
  const taken = await counter.consume(key).catch((error: unknown) => {
    throw uncountable(log, error);
  });
  if (taken.allowed) return taken;
  log({ level: 'warn', event });
  throw new Refusal(429, 'Too many attempts. Try again later.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(taken.waitMs / 1_000))) },
  });
}

/** Without counts, passwords and links could be guessed without a limit. */
function uncountable(log: Log, error: unknown): Refusal {
  log(storageFailed(error));
  return new Refusal(503, 'This isn’t possible right now. Try again later.', {
    headers: { 'Retry-After': '5' },
  });
}
