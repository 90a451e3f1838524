import { describe, expect, it } from 'vitest';
import { delaysOf, nextDelay, secondsOf } from '../../../../demo/service/events/schedule.ts';

const HOUR = 3_600;
const flags = [true, false, null] as const;
const combinations = flags.flatMap((hourly) => flags.map((daily) => [hourly, daily] as const));

describe('the schedule of retries', () => {
  it.each(combinations)('follows retry_hourly %s and retry_daily %s', (hourly, daily) => {
    const retrying = { retryHourly: hourly === true, retryDaily: daily === true };
    const delays: number[] = [];
    for (let attempts = 0; ; attempts++) {
      const delay = nextDelay(retrying, attempts, { random: () => 0.5 });
      if (delay === undefined) break;
      delays.push(Math.round(delay));
    }
    expect(delays).toEqual([
      0,
      5,
      300,
      1_800,
      ...Array<number>(hourly ? 23 : 0).fill(HOUR),
      ...Array<number>(daily ? 7 : 0).fill(24 * HOUR),
    ]);
    expect(delaysOf(retrying)).toEqual(delays);
  });

  it('has a jitter of at most 10 %', () => {
    const retrying = { retryHourly: true, retryDaily: true };
    const seen = Array.from({ length: 1_000 }, () => nextDelay(retrying, 3) ?? 0);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(1_620);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1_980);
    expect(new Set(seen).size).toBeGreaterThan(900);
  });

  it.each([
    ['120', 120],
    ['Wed, 21 Oct 2026 07:30:00 GMT', 1_800],
    ['Wed, 21 Oct 2020 07:30:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    [undefined, 0],
  ])('a Retry-After of %s asks for %s seconds', (header, seconds) => {
    expect(secondsOf(header, Date.parse('2026-10-21T07:00:00Z'))).toBe(seconds);
  });

  it('limits Retry-After to a day', () => {
    const asked = nextDelay({ retryHourly: false, retryDaily: false }, 1, { retryAfter: 1e9 });
    expect(asked).toBe(24 * HOUR);
  });
});
