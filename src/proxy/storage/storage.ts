import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** A failure of a storage. The message is for the log: the address without a password, and the cause. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Stores short texts, each until it expires. Several instances of a proxy share one store. */
export interface TextStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, lifetimeMs: number): Promise<void>;
  /** Sets a text only where the key has none. Returns whether it did. */
  add(key: string, value: string, lifetimeMs: number): Promise<boolean>;
  delete(key: string): Promise<void>;
}

/** How many attempts are allowed in a time. */
export interface Limit {
  /** Name of the counter: several counters share one store. */
  readonly name: string;
  readonly tries: number;
  readonly perSeconds: number;
}

export type Consumed =
  | {
      readonly allowed: true;
      /** Removes an attempt that succeeded from the count. */
      giveBack(): Promise<void>;
    }
  | { readonly allowed: false; readonly waitMs: number };

export interface Counter {
  /** Counts an attempt before it is made, so that concurrent attempts cannot pass the limit together. */
  consume(key: string): Promise<Consumed>;
}

/** Where sessions and counts are stored. */
export interface ProxyStorage {
  readonly texts: TextStore;
  counter(limit: Limit): Counter;
  /** Whether all instances share this storage. If not, limits hold for each instance (and each isolate of an edge runtime). */
  readonly shared: boolean;
}

/** A counter on a limiter of the library. `bucketOf` may map several keys to one count. */
export function countWith(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'reward'>,
  bucketOf: (key: string) => string = (key) => key,
): Counter {
  return {
    async consume(key) {
      const bucket = bucketOf(key);
      try {
        await limiter.consume(bucket);
        return { allowed: true, giveBack: async () => void (await limiter.reward(bucket)) };
      } catch (refused) {
        // The library rejects with a result when the limit is reached, and with an Error when its store fails.
        if (refused instanceof Error) throw refused;
        return { allowed: false, waitMs: (refused as { msBeforeNext: number }).msBeforeNext };
      }
    },
  };
}
