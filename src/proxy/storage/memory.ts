import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { countWith, type Counter, type Limit, type ProxyStorage, type TextStore } from './storage.ts';

/** Beyond this number the oldest text is deleted, and its customer has to sign in again. */
const MAX_TEXTS = 100_000;
/** At most this many keys have a separate count. */
const MAX_KEYS = 20_000;
/** Further keys share this many counts. */
const SHARED_COUNTS = 4_096;

/** Stores everything in the memory of this process: for one instance. Its size is limited, whatever requests arrive. */
export function memoryStorage({ now = Date.now }: { readonly now?: () => number } = {}): ProxyStorage {
  const counters = new Map<string, Counter>();
  return {
    texts: memoryTexts(now),
    // One for each name, so that proxies with this storage share their counts.
    counter(limit) {
      const counter = counters.get(limit.name) ?? memoryCounter(limit, now);
      counters.set(limit.name, counter);
      return counter;
    },
    shared: false,
  };
}

function memoryTexts(now: () => number): TextStore {
  const entries = new Map<string, { readonly value: string; readonly endsAt: number }>();
  const get = (key: string) => {
    const entry = entries.get(key);
    if (entry && entry.endsAt > now()) return entry.value;
    entries.delete(key);
    return undefined;
  };
  const set = (key: string, value: string, lifetimeMs: number) => {
    entries.delete(key); // so that the order of the map is the order of writing
    entries.set(key, { value, endsAt: now() + lifetimeMs });
    for (const [oldest, { endsAt }] of entries) {
      if (entries.size <= MAX_TEXTS && endsAt > now()) break;
      entries.delete(oldest);
    }
  };
  return {
    get: async (key) => get(key),
    set: async (key, value, lifetimeMs) => set(key, value, lifetimeMs),
    async add(key, value, lifetimeMs) {
      if (get(key) !== undefined) return false;
      set(key, value, lifetimeMs);
      return true;
    },
    delete: async (key) => void entries.delete(key),
  };
}

/**
 * The library's memory limiter stores a record for each new key, so attempts with a million names would use up the memory. Here,
 * keys beyond a maximum share counts: no key gets more attempts than allowed, and no key that is counted already loses its
 * count, as it would if the oldest were deleted.
 */
function memoryCounter({ name, tries, perSeconds }: Limit, now: () => number): Counter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: tries, duration: perSeconds });
  const counted = new Map<string, number>();

  function bucketOf(key: string): string {
    for (const [oldest, endsAt] of counted) {
      if (endsAt > now()) break;
      counted.delete(oldest);
    }
    if (!counted.has(key)) {
      if (counted.size >= MAX_KEYS) return `shared:${smallHash(key) % SHARED_COUNTS}`;
      counted.set(key, now() + perSeconds * 1_000);
    }
    return key;
  }

  return countWith(limiter, bucketOf);
}

/** FNV-1a, 32 bits: distributes keys evenly, and is not for security. */
function smallHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
