import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import { countWith } from './count.ts';
import type { Counter, Limit, ProxyStorage } from './storage.ts';

/** What is used of a Redis client; one of `ioredis` fits. */
export interface RedisClient {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: 'PX', lifetimeMs: number): Promise<unknown>;
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- an optional last parameter would not fit clients
  set(key: string, value: string, unit: 'PX', lifetimeMs: number, when: 'NX'): Promise<unknown>;
  del(key: string): Promise<number>;
}

/** A client queues commands while its server is away; we would rather say so. */
const DEADLINE_MS = 2_000;

/** Keeps sessions and counts in Redis, so that several instances act as one. All keys begin with the prefix. */
export function redisStorage(
  client: RedisClient,
  { prefix = 'loyalty-proxy:' }: { readonly prefix?: string } = {},
): ProxyStorage {
  return {
    texts: {
      get: async (key) => (await inTime(client.get(prefix + key))) ?? undefined,
      async set(key, value, lifetimeMs) {
        await inTime(client.set(prefix + key, value, 'PX', lifetimeMs));
      },
      add: async (key, value, lifetimeMs) =>
        (await inTime(client.set(prefix + key, value, 'PX', lifetimeMs, 'NX'))) === 'OK',
      async delete(key) {
        await inTime(client.del(prefix + key));
      },
    },
    counter: (limit) => redisCounter(client, prefix, limit),
    shared: true,
  };
}

function redisCounter(client: RedisClient, prefix: string, { name, tries, perSeconds }: Limit): Counter {
  const limiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix: prefix + name,
    points: tries,
    duration: perSeconds,
  });
  const counter = countWith(limiter);
  return { take: (key) => inTime(counter.take(key)) };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time.')), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
