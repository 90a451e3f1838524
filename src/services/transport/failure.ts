import { LoyaltyError, type LoyaltyErrorCode } from './errors.ts';
import type { TokenBroker } from './tokens.ts';

// Loaded when something fails, not before: what goes right needs none of it.

const CODE_OF_STATUS: Readonly<Record<number, LoyaltyErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'validation',
  429: 'rate_limited',
};

/** A GET is tried this many times when the service is away or asks us to wait; writes are never repeated on their own. */
const MAX_TRIES = 3;
const FIRST_WAIT_MS = 400;
/** A longer Retry-After is not waited for: the shopper sees the error and decides. Scripts have more patience. */
const MAX_WAIT_MS = 5_000;

/** An answer that is not 2xx, with the texts of its body (spec 7). */
export function statusError({ status, headers }: Response, body: unknown): LoyaltyError {
  const { message, errors } = Object(body) as { message?: unknown; errors?: unknown };
  return new LoyaltyError(
    CODE_OF_STATUS[status] ?? 'bad_response',
    typeof message === 'string' ? message : `The service answered with status ${status}.`,
    { status, fields: readFields(errors), ...readRetryAfter(headers.get('retry-after')) },
  );
}

/** How often a call was tried. */
export interface Tries {
  readonly attempt: number;
  /** After a 401 there was another token. */
  readonly renewed?: boolean;
}

interface FailedCall {
  readonly method: string;
  readonly token: string;
  readonly tokens: TokenBroker;
  readonly signal: AbortSignal | undefined;
}

/**
 * Whether a failed call may be tried once more, after the wait that takes: with another token once, for a second 401 is the
 * answer (spec 5.3, 7); a GET when the service is away for a moment.
 */
export async function tryAgain(
  error: LoyaltyError,
  { attempt, renewed }: Tries,
  { method, token, tokens, signal }: FailedCall,
): Promise<Tries | undefined> {
  if (error.code === 'unauthenticated' && !renewed) {
    tokens.reject(token);
    return { attempt, renewed: true };
  }
  if (method !== 'GET' || !(await waitToRetry(error, attempt, signal))) return undefined;
  return { attempt: attempt + 1, ...(renewed && { renewed }) };
}

/**
 * Waits until a failed GET may be tried once more; `false`, at once, when it may not.
 * @throws LoyaltyError `aborted`, at once, when nobody waits for the answer any more
 */
export async function waitToRetry(
  { code, status = 0, retryAfterMs }: LoyaltyError,
  attempt: number,
  signal?: AbortSignal,
  maxWaitMs = MAX_WAIT_MS,
): Promise<boolean> {
  const transient = code === 'offline' || code === 'rate_limited' || (status >= 502 && status <= 504);
  const waitMs = retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
  if (!transient || attempt >= MAX_TRIES || waitMs > maxWaitMs) return false;
  await pause(waitMs, signal);
  return true;
}

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new LoyaltyError('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, waitMs);
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/** Field errors of spec 7; anything that is not a list of texts is left out. */
function readFields(errors: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const [field, texts] of Object.entries(Object(errors))) {
    if (Array.isArray(texts)) fields[field] = texts.filter((text) => typeof text === 'string');
  }
  return fields;
}

/** `Retry-After` in seconds or as a date. `Date.parse` alone makes a day of nearly anything that holds a number. */
function readRetryAfter(header: string | null): { retryAfterMs?: number } {
  if (!header) return {};
  const date = /\d:\d\d:\d\d/.test(header) ? Date.parse(header) : NaN;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : date - Date.now();
  return Number.isFinite(waitMs) ? { retryAfterMs: Math.max(0, waitMs) } : {};
}
