// ASSUMPTION: the meaning of a webhook's flags and texts, has four parts: retries here, signatures in `signature.ts`,
// conditions in `conditions.ts`, templates in `template.ts`.

/** Retries of a failed delivery, beyond the first ones. */
export interface RetrySettings {
  readonly retryHourly: boolean;
  readonly retryDaily: boolean;
}

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Delays of every webhook. */
const FIRST = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE];
const HOURLY = Array<number>(23).fill(HOUR);
const DAILY = Array<number>(7).fill(DAY);

/** Longest `Retry-After` that is respected. */
const MAX_RETRY_AFTER = DAY;
const JITTER = 0.1;

/** Seconds before each attempt, from the end of the previous one. */
export const delaysOf = ({ retryHourly, retryDaily }: RetrySettings): readonly number[] => [
  ...FIRST,
  ...(retryHourly ? HOURLY : []),
  ...(retryDaily ? DAILY : []),
];

/**
 * Seconds until the next attempt after `attempts` failed ones; undefined after the last. With up to 10 % jitter, so that deliveries
 * that failed together are not retried together. `Retry-After` of the receiver can make it longer.
 */
export function nextDelay(
  settings: RetrySettings,
  attempts: number,
  { random = Math.random, retryAfter = 0 }: { random?: () => number; retryAfter?: number } = {},
): number | undefined {
  const delay = delaysOf(settings)[attempts];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random());
  return Math.max(jittered, Math.min(retryAfter, MAX_RETRY_AFTER));
}

/** Seconds of a `Retry-After` header: a whole number or a date. */
export function secondsOf(retryAfter: string | undefined, now = Date.now()): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const moment = Date.parse(retryAfter);
  return Number.isNaN(moment) ? 0 : Math.max(0, (moment - now) / 1_000);
}
