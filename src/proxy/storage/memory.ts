import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { countWith } from './count.ts';
import type { Counter, Limit, ProxyStorage, TextStore } from './storage.ts';

/** At most this many texts: the oldest gives way, and its customer signs in again. */
const MAX_TEXTS = 100_000;
/** At most this many keys are counted one by one. */
const MAX_KEYS = 20_000;
/** Keys beyond share this many counts. */
const SHARED_COUNTS = 4_096;

/** Keeps everything in this process: for one instance. What it holds is bounded, whatever comes in. */
export function memoryStorage({ now = Date.now }: { readonly now?: () => number } = {}): ProxyStorage {
  const counters = new Map<string, Counter>();
  return {
    texts: memoryTexts(now),
    // One per name, so that whoever shares this storage shares the counts.
    counter(limit) {
      const counter = counters.get(limit.name) ?? memoryCounter(limit, now);
      counters.set(limit.name, counter);
      return counter;
    },
    shared: false,
  };
}

function memoryTexts(now: () => number): TextStore {
  const kept = new Map<string, { readonly value: string; readonly endsAt: number }>();
  const get = (key: string) => {
    const entry = kept.get(key);
    if (entry && entry.endsAt > now()) return entry.value;
    kept.delete(key);
    return undefined;
  };
  const set = (key: string, value: string, lifetimeMs: number) => {
    kept.delete(key); // so that the order of the map is the order of writing
    kept.set(key, { value, endsAt: now() + lifetimeMs });
    for (const [oldest, { endsAt }] of kept) {
      if (kept.size <= MAX_TEXTS && endsAt > now()) break;
      kept.delete(oldest);
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
    delete: async (key) => void kept.delete(key),
  };
}

/**
 * The library's memory limiter keeps one record per key for ever new keys, so a spray over a million names would fill the
 * machine. Here, keys past a bound share counts: still no key gets more tries than allowed, and none of the keys that are
 * already counted is forgotten, which is what dropping the oldest would do.
 */
function memoryCounter({ name, tries, perSeconds }: Limit, now: () => number): Counter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: tries, duration: perSeconds });
  const counted = new Map<string, number>();

  function placeOf(key: string): string {
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

  return countWith(limiter, placeOf);
}

/** FNV-1a, 32 bits: spreads keys, protects nothing. */
function smallHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
