import { LoyaltyError } from './errors.ts';

/** What the service layer needs of `fetch`, so that tests and servers can bring their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The header by which a service recognises a repeated write: ASSUMPTION G54. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** What stands in that header: `Bearer …`. */
  readonly authorization?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Stands in the header of that name. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sent to its end although the page is left. */
  readonly keepalive?: boolean | undefined;
}

/** One request, and its JSON. */
export type Http = (request: HttpRequest) => Promise<unknown>;

/** Covers the body too: a slow drip ends like no answer at all. */
const DEADLINE_MS = 10_000;
const MAX_BODY_BYTES = 2_000_000;

/**
 * Sends one request and reads its JSON (spec 1, 4, 7). It follows no redirect, sends no cookie and no referrer, so a token
 * reaches the configured host alone.
 */
export function createHttp(fetch: Fetch, deadlineMs = DEADLINE_MS): Http {
  return async ({ method, url, authorization, body, idempotencyKey, signal, keepalive = false }) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(authorization && { Authorization: authorization }),
          ...(!!body && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { [IDEMPOTENCY_KEY]: idempotencyKey }),
        },
        body: JSON.stringify(body) ?? null,
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        keepalive,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      const json = readJson(await readText(response), response.ok);
      if (response.ok) return json;
      throw (await import('./failure.ts')).statusError(response, json);
    } catch (error) {
      if (error instanceof LoyaltyError) throw error;
      const code = signal?.aborted ? 'aborted' : deadline.aborted ? 'timeout' : 'offline';
      throw new LoyaltyError(code, code, { cause: error });
    }
  };
}

/** A body as JSON; `undefined` where there is none. A page of HTML is not JSON, whatever it calls itself. */
function readJson(text: string, needed: boolean): unknown {
  try {
    if (text) return JSON.parse(text);
  } catch (cause) {
    if (needed) throw new LoyaltyError('bad_response', 'Not JSON.', { cause });
  }
  return undefined;
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
      throw new LoyaltyError('bad_response', 'Too much.');
    }
    text += decoder.decode(value, { stream: true });
  }
}
