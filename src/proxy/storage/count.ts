import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Counter } from './storage.ts';

/** A counter on a limiter of the library. `placeOf` may send several keys to one count. */
export function countWith(
  limiter: Pick<RateLimiterAbstract, 'consume' | 'reward'>,
  placeOf: (key: string) => string = (key) => key,
): Counter {
  return {
    async take(key) {
      const place = placeOf(key);
      try {
        await limiter.consume(place);
        return { allowed: true, giveBack: async () => void (await limiter.reward(place)) };
      } catch (refused) {
        // The library rejects with a result when the limit is reached, and with an Error when its store fails.
        if (refused instanceof Error) throw refused;
        return { allowed: false, waitMs: (refused as { msBeforeNext: number }).msBeforeNext };
      }
    },
  };
}
