import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import { countWith, type Counter, type Limit, type ProxyStorage } from './storage.ts';

/** The commands that the proxy uses; a client of `ioredis` has them. */
export interface RedisClient {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: 'PX', lifetimeMs: number): Promise<unknown>;
  set(key: string, value: string, unit: 'PX', lifetimeMs: number, when: 'NX'): Promise<unknown>;
  del(key: string): Promise<number>;
}

/** A client queues commands while its server cannot be reached: after this time the request fails instead of waiting. */
const DEADLINE_MS = 2_000;

/** Stores sessions and counts in Redis, for several instances. All keys begin with the prefix. */
export function redisStorage(
  client: RedisClient,
  { prefix = 'loyalty-proxy:' }: { readonly prefix?: string } = {},
): ProxyStorage {
  return {
    texts: {
      get: async (key) => (await withDeadline(client.get(prefix + key))) ?? undefined,
      async set(key, value, lifetimeMs) {
        await withDeadline(client.set(prefix + key, value, 'PX', lifetimeMs));
      },
      add: async (key, value, lifetimeMs) =>
        (await withDeadline(client.set(prefix + key, value, 'PX', lifetimeMs, 'NX'))) === 'OK',
      async delete(key) {
        await withDeadline(client.del(prefix + key));
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
  return { take: (key) => withDeadline(counter.take(key)) };
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
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
