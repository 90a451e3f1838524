// What the flags and texts of a webhook mean is one gap, ASSUMPTION G19, with an answer in four rooms: retries here, signatures in
// `signature.ts`, conditions in `conditions.ts`, templates in `template.ts`.

/** When a delivery that failed is tried again. */
export interface Retrying {
  readonly retryHourly: boolean;
  readonly retryDaily: boolean;
}

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every webhook: at once, then after short pauses. */
const FIRST = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE];
const HOURLY = Array<number>(23).fill(HOUR);
const DAILY = Array<number>(7).fill(DAY);

/** Nobody may ask us to keep a message for longer. */
const LONGEST_WAIT = DAY;
const JITTER = 0.1;

/** Seconds before each attempt, counted from the end of the one before. */
export const delaysOf = ({ retryHourly, retryDaily }: Retrying): readonly number[] => [
  ...FIRST,
  ...(retryHourly ? HOURLY : []),
  ...(retryDaily ? DAILY : []),
];

/**
 * Seconds until the next attempt after so many that failed; undefined after the last. A tenth more or less, so that what
 * failed together does not return together; a receiver that asks for a longer wait gets it.
 */
export function nextDelay(
  retrying: Retrying,
  attempts: number,
  { random = Math.random, retryAfter = 0 }: { random?: () => number; retryAfter?: number } = {},
): number | undefined {
  const delay = delaysOf(retrying)[attempts];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random());
  return Math.max(jittered, Math.min(retryAfter, LONGEST_WAIT));
}

/** Seconds a `Retry-After` asks for: a whole number, or a date. */
export function secondsOf(retryAfter: string | undefined, now = Date.now()): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const moment = Date.parse(retryAfter);
  return Number.isNaN(moment) ? 0 : Math.max(0, (moment - now) / 1_000);
}
