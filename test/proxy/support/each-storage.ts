import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { memoryStorage, redisStorage, upstashStorage, type ProxyStorage } from '../../../src/proxy/index.ts';
import { hasRedis, NEEDS_REDIS, startRedis, type RunningRedis } from './redis.ts';
import { startUpstash, UPSTASH_TOKEN } from './upstash.ts';

/** A storage, and the keys that it has where it is Redis. */
export interface OpenStorage {
  readonly storage: ProxyStorage;
  readonly keys: () => Promise<string[]>;
}

/** The same tests for each kind of storage, in Redis where it is available. Each call of `open` makes a storage with keys of its own. */
export function describeEachStorage(
  title: string,
  tests: (open: () => OpenStorage, kind: 'memory' | 'Redis' | 'Upstash') => void,
): void {
  let redis: RunningRedis;
  let upstash: Awaited<ReturnType<typeof startUpstash>>;
  let serial = 0;
  const newPrefix = () => `${title.replace(/\W+/g, '-')}-${process.pid}-${serial++}:`;

  beforeAll(async () => {
    if (!hasRedis) return;
    redis = await startRedis();
    upstash = await startUpstash(redis.client());
  });
  afterAll(async () => {
    if (!hasRedis) return;
    upstash.stop();
    await redis.stop();
  });

  const inRedis = (make: (prefix: string) => ProxyStorage) => () => {
    const prefix = newPrefix();
    return { storage: make(prefix), keys: () => redis.client().keys(`${prefix}*`) };
  };
  describe(`${title} in memory`, () => {
    tests(() => ({ storage: memoryStorage(), keys: async () => [] }), 'memory');
  });
  describe(`${title} in Redis`, () => {
    beforeEach((context) => context.skip(!hasRedis, NEEDS_REDIS));
    tests(
      inRedis((prefix) => redisStorage(redis.client(), { prefix })),
      'Redis',
    );
  });
  describe(`${title} in Upstash`, () => {
    beforeEach((context) => context.skip(!hasRedis, NEEDS_REDIS));
    tests(
      inRedis((prefix) => upstashStorage({ url: upstash.url, token: UPSTASH_TOKEN, prefix })),
      'Upstash',
    );
  });
}
