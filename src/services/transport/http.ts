import { LoyaltyError } from './errors.ts';

/** The part of `fetch` that is used; tests and servers can pass their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The header by which a service recognises a repeated write: ASSUMPTION G54. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Value of the header `Authorization`: `Bearer …`. */
  readonly authorization?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Value of the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Completes the request although the page is left. */
  readonly keepalive?: boolean | undefined;
}

/** Sends one request and returns its JSON. */
export type Http = (request: HttpRequest) => Promise<unknown>;

/** Covers the body too, so that a body which never ends cannot keep a call open. */
const DEADLINE_MS = 10_000;
const MAX_BODY_BYTES = 2_000_000;

/**
 * Sends one request and reads its JSON (spec 1, 4, 7). It follows no redirect and sends no cookie and no referrer, so that a token reaches
 * only the configured host.
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

/** The body as JSON; `undefined` for an empty one. The content type is ignored: some servers label HTML pages as JSON. */
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
