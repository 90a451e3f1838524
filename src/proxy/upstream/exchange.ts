import { Refusal, tooSlow, unavailable } from '../guard/answer.ts';
import type { Log } from '../log.ts';
import { readCapped } from '../guard/body.ts';

/** What the proxy needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | undefined;
  /** Ends the exchange: the client has gone, or the deadline has passed. */
  readonly signal: AbortSignal;
}

/** An answer from outside, read whole. */
export interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Exchange = (outgoing: Outgoing) => Promise<Incoming>;

const MAX_ANSWER_BYTES = 2_000_000;

/**
 * One request to another server and its whole answer. No redirect is followed: a token would travel to wherever the answer
 * says, and a fetch from inside the shop's network would too. The size counts unpacked bytes.
 */
export function createExchange(fetch: Fetch, log: Log): Exchange {
  return async ({ url, body = null, signal, ...head }) => {
    try {
      signal.throwIfAborted();
      const response = await fetch(url, { ...head, body, redirect: 'manual', signal });
      // On some runtimes a redirect that is not followed shows itself by its type alone.
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        void response.body?.cancel().catch(() => undefined);
        log({ level: 'error', event: 'upstream_redirect', status: response.status });
        throw unavailable();
      }
      const bytes = await readCapped(response.body, MAX_ANSWER_BYTES);
      if (!bytes) {
        log({ level: 'error', event: 'upstream_too_large', status: response.status });
        throw unavailable();
      }
      return { status: response.status, headers: response.headers, bytes };
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
