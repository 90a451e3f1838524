import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import { countWith, StorageError, type Counter, type Limit, type ProxyStorage } from './storage.ts';

/** The commands that the proxy uses; a client of `ioredis` has them. */
export interface RedisClient {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, unit: 'PX', lifetimeMs: number): Promise<unknown>;
  set(key: string, value: string, unit: 'PX', lifetimeMs: number, when: 'NX'): Promise<unknown>;
  del(key: string): Promise<number>;
}

/** A client queues commands while its server cannot be reached: after this time the request fails instead of waiting. */
const DEADLINE_MS = 2_000;
const LATE = 'no answer within 2 seconds';

export interface RedisStorageOptions {
  /** Beginning of every key, before the digest of the shop. Default `loyalty-proxy:`. */
  readonly prefix?: string | undefined;
  /** Names the server in the log, without a password: `127.0.0.1:6379`. */
  readonly address?: string;
  /** Why the connection is lost, where the client knows: commands themselves fail without a reason. */
  readonly connectionError?: () => unknown;
}

/** Stores sessions and counts in Redis, for several instances. All keys begin with the prefix. */
export function redisStorage(
  client: RedisClient,
  { prefix = 'loyalty-proxy:', address = 'its address', connectionError }: RedisStorageOptions = {},
): ProxyStorage {
  const withDeadline = <T>(work: Promise<T>): Promise<T> =>
    settleInTime(work).catch((error: unknown) => {
      const cause = causeOf(connectionError?.()) ?? causeOf(error) ?? 'the command failed';
      throw new StorageError(`Redis at ${address} failed: ${cause}.`, { cause: error });
    });
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
    counter(limit) {
      const counter = redisCounter(client, prefix, limit);
      return { consume: (key) => withDeadline(counter.consume(key)) };
    },
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
  return countWith(limiter);
}

/**
 * A code, such as `ECONNREFUSED`, the first word of a reply, such as `WRONGPASS`, or the name of an error of the client, such as
 * `ClusterAllFailedError`. The rest of a message may have a secret in it.
 */
function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === LATE) return LATE;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const word = [code, message.split(' ', 1)[0] ?? ''].find((one) => /^[A-Z][A-Z_]{2,}$/.test(one));
  return word ?? (error.name === 'Error' ? undefined : error.name);
}

async function settleInTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(LATE)), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
