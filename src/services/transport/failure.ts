import { LoyaltyError, type LoyaltyErrorCode } from './errors.ts';
import { shopperTexts } from './shopper-texts.ts';
import type { TokenBroker } from './tokens.ts';

export { shopperTexts };

// The error of a failed request, and the decision whether to retry it. Loaded after the first failure: other pages do not need it.

const CODE_OF_STATUS: Readonly<Record<number, LoyaltyErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'not_found',
  422: 'validation',
  429: 'rate_limited',
  501: 'unsupported',
};

/** A GET is sent at most this many times. */
const MAX_TRIES = 3;
const FIRST_WAIT_MS = 400;
/** For a longer `Retry-After` the error is shown at once, so that the shopper decides. Scripts wait longer. */
const MAX_WAIT_MS = 5_000;

/** The code of a status that is not 2xx. Any other 4xx refuses the request for what it holds, as 422 does, and its text says why. */
export const codeOfStatus = (status: number): LoyaltyErrorCode =>
  CODE_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'validation' : 'bad_response');

/** The error of a response that is not 2xx, with the texts of its body (spec 7); the body is its cause, for tenants with other texts. */
export function statusError(
  { status, headers }: { readonly status: number; readonly headers: Pick<Headers, 'get'> },
  body: unknown,
): LoyaltyError {
  const { message: sent, errors } = Object(body) as { message?: unknown; errors?: unknown };
  const message = typeof sent === 'string' ? sent : undefined;
  const fields = readFields(errors);
  return new LoyaltyError(codeOfStatus(status), message ?? `The service answered with status ${status}.`, {
    status,
    fields,
    forShopper: shopperTexts(status, message, fields),
    ...readRetryAfter(headers.get('retry-after')),
    cause: { body },
  });
}

/** How often a call was sent. */
export interface Tries {
  readonly count: number;
  /** Whether a 401 was already answered with another token. */
  readonly isRenewed?: boolean;
}

export interface RetryOptions {
  /** None for calls that need no token. */
  readonly tokens?: TokenBroker | undefined;
  /** Longest wait before a retry. */
  readonly maxWaitMs?: number | undefined;
  /** `false` for GETs that change something: they are sent once, like other writes. */
  readonly isRepeatable?: boolean | undefined;
}

interface FailedCall {
  readonly method: string;
  readonly token: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Decides about a retry, and waits before it; `undefined` where the error stands. A 401 gets one retry with another token: a second 401 is
 * the answer (spec 5.3, 7). A GET is retried while the service is unavailable; a write is not, because it may have been done.
 */
export async function retry(
  error: LoyaltyError,
  { count, isRenewed = false }: Tries,
  { method, token, signal }: FailedCall,
  { tokens, maxWaitMs, isRepeatable = true }: RetryOptions,
): Promise<Tries | undefined> {
  // Another token would be refused, too, where the customer's profile was deleted.
  if (tokens && token && error.code === 'unauthenticated' && !isRenewed && !error.fields['account']) {
    tokens.reject(token, error);
    return { count, isRenewed: true };
  }
  if (method !== 'GET' || !isRepeatable || !(await waitToRetry(error, count, signal, maxWaitMs)))
    return undefined;
  return { count: count + 1, isRenewed };
}

/**
 * Waits for the next try of a GET; `false`, at once, where there is none.
 * @throws LoyaltyError `aborted`, at once, when the signal aborts
 */
export async function waitToRetry(
  { code, status = 0, retryAfterMs }: LoyaltyError,
  count: number,
  signal?: AbortSignal,
  maxWaitMs = MAX_WAIT_MS,
): Promise<boolean> {
  // Not every temporary failure: after a deadline the shopper has waited long enough, and a 500 usually occurs again.
  const isUnavailable = code === 'offline' || code === 'rate_limited' || (status >= 502 && status <= 504);
  const waitMs = retryAfterMs ?? FIRST_WAIT_MS * 2 ** (count - 1) * (0.5 + Math.random());
  if (!isUnavailable || count >= MAX_TRIES || waitMs > maxWaitMs) return false;
  await pause(waitMs, signal);
  return true;
}

/** The wait of all requests after a 429, and the number of those that it concerned. */
export interface BackOff {
  until: number;
  count: number;
}

/** Notes a 429: until `Retry-After` is over, no other request is sent. `report` gets one problem with the number of requests. */
export function backOffFor(
  retryAfterMs: number,
  backOff: BackOff,
  report?: (problem: LoyaltyError) => void,
): void {
  backOff.until = Math.max(backOff.until, Date.now() + retryAfterMs);
  if (++backOff.count > 1 || !report) return;
  setTimeout(
    () => {
      report(
        new LoyaltyError(
          'rate_limited',
          `The service limits requests (status 429): ${backOff.count} were refused or waited for ${Math.ceil(retryAfterMs / 1_000)} s.`,
          { status: 429, retryAfterMs },
        ),
      );
      backOff.count = 0;
    },
    Math.min(retryAfterMs, MAX_WAIT_MS),
  );
}

/**
 * Waits until the service takes requests again.
 * @throws LoyaltyError `rate_limited`, at once, where that is too long, `aborted` when the signal aborts
 */
export async function waitForBackOff(
  backOff: BackOff,
  signal: AbortSignal | undefined,
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  const leftMs = backOff.until - Date.now();
  if (leftMs <= 0) return;
  backOff.count++;
  if (leftMs > maxWaitMs)
    throw new LoyaltyError('rate_limited', undefined, { status: 429, retryAfterMs: leftMs });
  await pause(leftMs + Math.random() * FIRST_WAIT_MS, signal);
}

/** @throws LoyaltyError `aborted`, at once, when the signal aborts */
export function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new LoyaltyError('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, waitMs);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Field errors of spec 7; values that are not a list of texts are left out. */
function readFields(errors: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const [field, texts] of Object.entries(Object(errors))) {
    if (Array.isArray(texts)) fields[field] = texts.filter((text) => typeof text === 'string');
  }
  return fields;
}

/** `Retry-After` in seconds or as a date. The form is checked first: `Date.parse` takes nearly any text with a number for a date. */
function readRetryAfter(header: string | null): { retryAfterMs?: number } {
  if (!header) return {};
  const date = /\d:\d\d:\d\d/.test(header) ? Date.parse(header) : NaN;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : date - Date.now();
  return Number.isFinite(waitMs) ? { retryAfterMs: Math.max(0, waitMs) } : {};
}
