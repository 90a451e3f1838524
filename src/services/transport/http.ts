import { isLoyaltyError, LoyaltyError } from './errors.ts';
import { readJson, writeJson } from './json.ts';

/** The part of `fetch` that is used; tests and servers can pass their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The header by which a service recognises a repeated write: ASSUMPTION. */
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
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the headers of a response that is 2xx. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined;
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
 * Sends one request and reads its JSON (spec 1, 4, 7). It follows no redirect and sends no referrer, so that a token reaches
 * only the configured host.
 *
 * @param credentials `same-origin` sends cookies to a server of the page's own origin, such as the shop's proxy
 */
export function createHttp(
  fetch: Fetch,
  deadlineMs = DEADLINE_MS,
  credentials: 'omit' | 'same-origin' = 'omit',
): Http {
  return async ({
    method,
    url,
    authorization,
    body,
    idempotencyKey,
    headers,
    onHeaders,
    signal,
    keepalive = false,
  }) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const tooMuch = new AbortController();
    /** Of a write that the service has answered with 2xx: it is done, also where its reply cannot be read. */
    let done: { readonly status?: number } = {};
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(authorization && { Authorization: authorization }),
          ...(!!body && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { [IDEMPOTENCY_KEY]: idempotencyKey }),
          ...headers,
        },
        body: writeJson(body) ?? null,
        credentials,
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        keepalive,
        signal: AbortSignal.any([deadline, tooMuch.signal, ...(signal ? [signal] : [])]),
      });
      if (response.ok && method !== 'GET') done = { status: response.status };
      // The content type is ignored: some servers label HTML pages as JSON.
      const text = await readText(response, () => tooMuch.abort());
      const json = readJson(text);
      if (response.ok && text && json === undefined)
        throw new LoyaltyError('bad_response', 'Not JSON.', { ...done, received: text.slice(0, 80) });
      onHeaders?.(response.headers);
      if (response.ok) return json;
      throw (await import('./failure.ts')).statusError(response, json);
    } catch (error) {
      if (isLoyaltyError(error))
        throw error.status || !done.status ? error : new LoyaltyError(error.code, error.message, done);
      const code = signal?.aborted ? 'aborted' : deadline.aborted ? 'timeout' : 'offline';
      throw new LoyaltyError(code, code, { ...done, cause: error });
    }
  };
}

/** The whole body, which `text()` reads to its end: Chrome reports a body that only a script reads as canceled. */
async function readText(response: Response, cancel: () => void): Promise<string> {
  const copy = response.clone();
  const [text] = await Promise.all([response.text(), limitBytes(copy, cancel)]);
  return text;
}

async function limitBytes({ body }: Response, cancel: () => void): Promise<void> {
  const reader = body?.getReader();
  for (let bytes = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) return;
    if ((bytes += value.length) > MAX_BODY_BYTES) {
      // After the error is thrown: canceling ends `text()` with an error of its own.
      setTimeout(cancel);
      throw new LoyaltyError('bad_response', 'Too much.');
    }
  }
}
