import { Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import { readCapped } from '../guard/body.ts';
import type { Log } from '../log.ts';

/** What the proxy needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Ends the exchange: the client has gone, or the deadline has passed. */
  readonly signal: AbortSignal;
}

/** An answer from outside, read whole. */
export interface Incoming {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sends one request, follows nothing, reads the whole answer; without `bytes` when it is too large, counted unpacked. */
export type Send = (
  outgoing: Outgoing,
) => Promise<Omit<Incoming, 'bytes'> & { readonly bytes: Incoming['bytes'] | undefined }>;

export type Exchange = (outgoing: Outgoing) => Promise<Incoming>;

export const MAX_ANSWER_BYTES = 2_000_000;

/** Sends with what every web-standard runtime has. */
export const fetchSend =
  (fetch: Fetch): Send =>
  async ({ url, body = null, ...head }) => {
    const response = await fetch(url, { ...head, body, redirect: 'manual' });
    const { status, headers } = response;
    // On some runtimes a redirect that is not followed shows itself by its type alone.
    const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
    if (isRedirect) {
      void response.body?.cancel().catch(() => undefined);
      return { status: 302, headers, bytes: new Uint8Array() };
    }
    return { status, headers, bytes: await readCapped(response.body, MAX_ANSWER_BYTES) };
  };

/**
 * One request to another server and its whole answer. A redirect is an error: a token would travel to wherever the answer
 * says, and a request from inside the shop's network would too.
 */
export function createExchange(send: Send, log: Log): Exchange {
  return async (outgoing) => {
    const { signal } = outgoing;
    try {
      signal.throwIfAborted();
      const { status, headers, bytes } = await send(outgoing);
      const fault =
        status >= 300 && status < 400 ? 'upstream_redirect' : bytes ? undefined : 'upstream_too_large';
      if (!fault && bytes) return { status, headers, bytes };
      if (fault) log({ level: 'error', event: fault, status });
      throw unavailable();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const late = signal.aborted;
      log({ level: 'error', event: late ? 'upstream_timeout' : 'upstream_unreachable' });
      throw late ? tooSlow() : unavailable();
    }
  };
}

/** The JSON of an answer; `undefined` where it is none. */
export function readJson({ bytes }: Incoming): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
