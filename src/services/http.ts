import { LoyaltyError, type LoyaltyErrorCode } from './errors.ts';

/** What the service layer needs of `fetch`, so that tests and servers can bring their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Lets the service see that a repeated write is the same one (ASSUMPTION G54). */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One request, and its JSON. */
export type Http = (request: HttpRequest) => Promise<unknown>;

export interface HttpOptions {
  readonly fetch: Fetch;
  /** Called after each request, never with a token or a body. */
  readonly log?: ((line: string) => void) | undefined;
  readonly deadlineMs?: number;
}

/** Covers the body too: a slow drip ends like no answer at all. */
const DEADLINE_MS = 10_000;
const MAX_BODY_BYTES = 2_000_000;

const CODE_OF_STATUS: Readonly<Record<number, LoyaltyErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'validation',
  429: 'rate_limited',
};

/**
 * Sends one request and reads its JSON (spec 1, 4, 7). It follows no redirect, sends no cookie and no referrer, so a token
 * reaches the configured host alone.
 */
export function createHttp({ fetch, log, deadlineMs = DEADLINE_MS }: HttpOptions): Http {
  return async ({ method, url, token, body, idempotencyKey, signal }) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const started = Date.now();
    let outcome: string | number = 'failed';
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      outcome = response.status;
      const json = await readJson(response);
      if (response.ok) return json;
      throw statusError(response, json);
    } catch (error) {
      if (error instanceof LoyaltyError) throw error;
      if (signal?.aborted) throw new LoyaltyError('aborted', 'The request was given up.', { cause: error });
      if (deadline.aborted)
        throw new LoyaltyError('timeout', 'The service did not answer in time.', { cause: error });
      throw new LoyaltyError('offline', 'The service could not be reached.', { cause: error });
    } finally {
      log?.(`${method} ${new URL(url).pathname} ${outcome} ${Date.now() - started} ms`);
    }
  };
}

/** The body as JSON; `undefined` where there is none. */
async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response);
  if (!text) return undefined;
  try {
    if (/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return JSON.parse(text);
  } catch {
    // falls through: malformed JSON and no JSON are one case
  }
  if (!response.ok) return undefined;
  throw new LoyaltyError('bad_response', 'The service answered something that is not JSON.', {
    status: response.status,
  });
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    if ((bytes += value.length) > MAX_BODY_BYTES) {
      void reader.cancel();
      throw new LoyaltyError('bad_response', 'The service answered more than can be shown.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

function statusError({ status, headers }: Response, body: unknown): LoyaltyError {
  const { message, errors } = Object(body) as { message?: unknown; errors?: unknown };
  return new LoyaltyError(
    CODE_OF_STATUS[status] ?? 'bad_response',
    typeof message === 'string' ? message : `The service answered with status ${status}.`,
    { status, fields: readFields(errors), ...retryAfter(headers.get('retry-after')) },
  );
}

/** Field errors of spec 7; anything that is not a list of texts is left out. */
function readFields(errors: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const [field, texts] of Object.entries(Object(errors))) {
    if (Array.isArray(texts)) fields[field] = texts.filter((text) => typeof text === 'string');
  }
  return fields;
}

/** `Retry-After` in seconds or as a date. */
function retryAfter(header: string | null): { retryAfterMs?: number } {
  if (!header) return {};
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) ? { retryAfterMs: Math.max(0, waitMs) } : {};
}
