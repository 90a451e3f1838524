import type { Fetch } from '../../services/transport/http.ts';
import { readJson as readText } from '../../services/transport/json.ts';
import { Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import { readCapped } from '../guard/body.ts';
import type { Log } from '../log.ts';

export interface UpstreamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborted when the client has closed the connection or the deadline has passed. */
  readonly signal: AbortSignal;
}

/** The answer of another server with its whole body. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sends one request, follows no redirect and reads the whole answer. `bytes` is `undefined` when it is too large, decompressed. */
export type Send = (
  request: UpstreamRequest,
) => Promise<Omit<UpstreamResponse, 'bytes'> & { readonly bytes: UpstreamResponse['bytes'] | undefined }>;

export type Exchange = (request: UpstreamRequest) => Promise<UpstreamResponse>;

export const MAX_ANSWER_BYTES = 2_000_000;

/** Sends with `fetch`, which every web-standard runtime has. */
export const fetchSend =
  (fetch: Fetch): Send =>
  async ({ url, body = null, ...head }) => {
    const response = await fetch(url, { ...head, body, redirect: 'manual' });
    const { status, headers } = response;
    // On some runtimes only the type of the response shows that it is a redirect.
    const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
    if (isRedirect) {
      void response.body?.cancel().catch(() => undefined);
      return { status: 302, headers, bytes: new Uint8Array() };
    }
    return { status, headers, bytes: await readCapped(response.body, MAX_ANSWER_BYTES) };
  };

/**
 * One request to another server and its whole answer. A redirect is an error: following it would send the token to any address
 * that the answer names, also to one inside the shop's network.
 */
export function createExchange(send: Send, log: Log): Exchange {
  return async (request) => {
    const { signal } = request;
    try {
      signal.throwIfAborted();
      const { status, headers, bytes } = await send(request);
      const fault =
        status >= 300 && status < 400 ? 'upstream_redirect' : bytes ? undefined : 'upstream_too_large';
      if (!fault && bytes) return { status, headers, bytes };
      if (fault) log({ level: 'error', event: fault, status });
      // The service has done it: a status of 5xx would say that it may not have.
      if (!bytes && status < 300 && request.method !== 'GET')
        return { status: 204, headers, bytes: new Uint8Array() };
      throw unavailable();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const late = signal.aborted;
      log({ level: 'error', event: late ? 'upstream_timeout' : 'upstream_unreachable' });
      throw late ? tooSlow() : unavailable();
    }
  };
}

/** The JSON of an answer; `undefined` where it is not JSON. */
export const readJson = ({ bytes }: Pick<UpstreamResponse, 'bytes'>): unknown =>
  readText(new TextDecoder().decode(bytes));
