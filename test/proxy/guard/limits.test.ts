import { beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/proxy/log.ts';
import { createLoginLimits } from '../../../src/proxy/routes/limits.ts';
import type { Limit, ProxyStorage } from '../../../src/proxy/storage/storage.ts';

const LIMITS = {
  perAccount: 2,
  perAccountInAll: 4,
  perAddress: 3,
  createPerAddress: 5,
  guestPerAddress: 60,
  wrongLinksPerAddress: 10,
  unprovenPerAddress: 120,
  codesPerAddress: 10,
  codesPerAccount: 5,
};

/** Counts without a clock, and records its calls. */
function countingStorage() {
  const limits: Limit[] = [];
  const counts = new Map<string, number>();
  const texts = new Map<string, { value: string; lifetimeMs: number }>();
  const broken = new Set<string>();
  const failing = (name: string) => {
    if (broken.has(name)) throw new Error('down');
  };
  const storage = {
    shared: true,
    texts: {
      get: async (key: string) => {
        failing('texts');
        return texts.get(key)?.value;
      },
      set: async (key: string, value: string, lifetimeMs: number) =>
        void texts.set(key, { value, lifetimeMs }),
      add: async () => true,
      delete: async () => {},
    },
    counter(limit: Limit) {
      limits.push(limit);
      return {
        async consume(key: string) {
          failing(limit.name);
          const place = `${limit.name} ${key}`;
          const count = (counts.get(place) ?? 0) + 1;
          if (count > limit.tries) return { allowed: false as const, waitMs: 1_200 };
          counts.set(place, count);
          return {
            allowed: true as const,
            giveBack: async () => void counts.set(place, (counts.get(place) ?? 0) - 1),
          };
        },
      };
    },
  } satisfies ProxyStorage;
  const sumOf = (name: string) =>
    [...counts].reduce((sum, [place, count]) => sum + (place.startsWith(`${name} `) ? count : 0), 0);
  return { storage, limits, texts, broken, sumOf };
}

let counting: ReturnType<typeof countingStorage>;
let log: LogEntry[];
let limits: ReturnType<typeof createLoginLimits>;
beforeEach(() => {
  counting = countingStorage();
  log = [];
  limits = createLoginLimits({
    storage: counting.storage,
    limits: LIMITS,
    log: (entry) => void log.push(entry),
  });
});

const refused = (status: number, seconds: string) =>
  expect.objectContaining({ status, details: { headers: { 'Retry-After': seconds } } }) as Error;
const TOO_MANY = refused(429, '2');
const NOT_COUNTED = refused(503, '5');
const taken = () => ['address', 'account', 'account-in-all', 'account-slow'].map(counting.sumOf);

describe('createLoginLimits', () => {
  it('counts by address and by pair of account and address per 15 minutes, by account per hour, then slows down', () => {
    expect(counting.limits).toEqual([
      { name: 'address', tries: 3, perSeconds: 900 },
      { name: 'account', tries: 2, perSeconds: 900 },
      { name: 'account-in-all', tries: 4, perSeconds: 3_600 },
      { name: 'account-slow', tries: 1, perSeconds: 30 },
    ]);
  });

  it('counts a try for the address, the pair and the account, and leaves one that was not checked to the address', async () => {
    const one = await limits.consume('ann', '1.1.1.1');
    expect(taken()).toEqual([1, 1, 1, 0]);
    await one.giveBackToAccount();
    expect(taken()).toEqual([1, 0, 0, 0]);
  });

  it('counts a try with a code for the address alone, and gives it back after a right one', async () => {
    const one = await limits.consumeCode('ann', '1.1.1.1');
    expect(taken()).toEqual([1, 0, 0, 0]);
    await one.giveBackToAccount();
    expect(taken()).toEqual([1, 0, 0, 0]);
    await one.succeed();
    expect(taken()).toEqual([0, 0, 0, 0]);
  });

  it('limits the tries of a pair, not those from another address or for another account', async () => {
    for (const _ of [1, 2]) await limits.consume('ann', '1.1.1.1');
    await expect(limits.consume('ann', '1.1.1.1')).rejects.toEqual(TOO_MANY);
    await limits.consume('ann', '2.2.2.2');
    await limits.consume('ben', '1.1.1.1');
  });

  it('does not count refused tries', async () => {
    for (const _ of [1, 2]) await limits.consume('ann', '1.1.1.1');
    for (const _ of [1, 2, 3]) await expect(limits.consume('ann', '1.1.1.1')).rejects.toEqual(TOO_MANY);
    expect(taken()).toEqual([2, 2, 2, 0]);
    expect(log).toEqual(Array(3).fill({ level: 'warn', event: 'login_limited' }));
  });

  it('limits the tries of an address over all accounts, with and without credentials', async () => {
    await limits.consume('ann', '1.1.1.1');
    await limits.consume('ben', '1.1.1.1');
    await limits.consumeAddress('1.1.1.1');
    await expect(limits.consume('cleo', '1.1.1.1')).rejects.toEqual(TOO_MANY);
    await expect(limits.consumeAddress('1.1.1.1')).rejects.toEqual(TOO_MANY);
    await limits.consumeAddress('2.2.2.2');
  });

  it('slows down addresses that are new to an account with too many tries: they share one try', async () => {
    for (const at of [1, 2, 3, 4]) await limits.consume('ann', `1.1.1.${at}`);
    const slow = await limits.consume('ann', '1.1.1.5');
    expect(taken()).toEqual([5, 5, 4, 1]);
    await expect(limits.consume('ann', '1.1.1.6')).rejects.toEqual(TOO_MANY);
    expect(taken()).toEqual([5, 5, 4, 1]);
    await slow.giveBackToAccount();
    expect(taken()).toEqual([5, 4, 4, 0]);
  });

  it('does not count a right password, and stores its address as known for 30 days', async () => {
    await (await limits.consume('ann', '1.1.1.1')).succeed();
    expect(taken()).toEqual([0, 0, 0, 0]);
    expect([...counting.texts.values()]).toEqual([{ value: '1', lifetimeMs: 30 * 24 * 3_600_000 }]);
    expect([...counting.texts.keys()]).toEqual([expect.stringMatching(/^known-address:[\w-]{43}$/)]);
  });

  it('limits a known address by the pair only', async () => {
    await (await limits.consume('ann', '1.1.1.1')).succeed();
    for (const _ of [1, 2, 3]) await limits.consumeAddress('1.1.1.1');
    for (const at of [2, 3, 4, 5]) await limits.consume('ann', `1.1.1.${at}`);
    for (const _ of [1, 2]) await limits.consume('ann', '1.1.1.1');
    await expect(limits.consume('ann', '1.1.1.1')).rejects.toEqual(TOO_MANY);
    // The address is known for this account only.
    await expect(limits.consume('ben', '1.1.1.1')).rejects.toEqual(TOO_MANY);
  });

  it.each(['ANN', ' ann ', 'ａｎｎ', '\tAnn\n'])('counts %j for the account ann', async (name) => {
    await limits.consume('ann', '1.1.1.1');
    await limits.consume(name, '1.1.1.1');
    await expect(limits.consume('ann', '1.1.1.1')).rejects.toEqual(TOO_MANY);
  });

  it.each(['texts', 'address', 'account', 'account-in-all'])(
    'refuses a try that it cannot count while %s fails, and removes it from the other counts',
    async (name) => {
      counting.broken.add(name);
      await expect(limits.consume('ann', '1.1.1.1')).rejects.toEqual(NOT_COUNTED);
      expect(taken()).toEqual([0, 0, 0, 0]);
      expect(log).toEqual([{ level: 'error', event: 'storage_failed' }]);
    },
  );

  it('sends a Retry-After of at least one second', async () => {
    const storage = {
      ...counting.storage,
      counter: () => ({ consume: async () => ({ allowed: false as const, waitMs: 0 }) }),
    };
    const all = createLoginLimits({ storage, limits: LIMITS, log: () => {} });
    await expect(all.consumeAddress('1.1.1.1')).rejects.toEqual(refused(429, '1'));
  });
});
