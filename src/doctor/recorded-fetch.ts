import { AsyncLocalStorage } from 'node:async_hooks';
import type { Fetch } from '../services/transport/http.ts';
import { readJson } from '../services/transport/json.ts';
import { record } from '../services/transport/read.ts';
import {
  isTooDeep,
  MAX_ANSWER_BYTES,
  MAX_DEPTH,
  MAX_TIME_MS,
  readLimited,
  REQUEST_DEADLINE_MS,
} from './limits.ts';
import type { Secrets } from './secrets.ts';

/** One request with its answer. */
export interface Exchange {
  /** Operation that the request was sent for; `undefined` outside of one. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: string;
  /** Body of the request. */
  readonly sent: string | undefined;
  readonly sentAt: number;
  readonly receivedAt: number;
  /** 0 where no answer arrived. */
  readonly status: number;
  readonly headers: Headers;
  /** The answer, where it is JSON. */
  readonly body: unknown;
  /** The answer as text. */
  readonly text: string;
  /** Why no answer arrived, such as `ECONNREFUSED`. */
  readonly failure: string | undefined;
  /** Why the answer was not read, or not to its end. */
  readonly cut: string | undefined;
}

export interface Recorder {
  readonly fetch: Fetch;
  readonly exchanges: readonly Exchange[];
  /** Names the operation of all requests that `work` sends. */
  during<T>(operation: string, work: () => Promise<T>): Promise<T>;
  /**
   * Collects the exchanges of `work`, also those that are answered from memory, in the order in which they were asked for: which of two answers
   * arrives first says nothing about the service.
   */
  collect<T>(work: () => Promise<T>): Promise<{ result: T; exchanges: readonly Exchange[] }>;
  /** Requests that were really sent. */
  readonly sentCount: number;
}

export const TOKEN_OPERATION = 'storefront.auth.token.store';
export const SEARCH_OPERATION = 'identities.search-profile';
const LARGE = `is larger than ${MAX_ANSWER_BYTES / 1_000_000} MB`;
const DEEP = `has more than ${MAX_DEPTH} arrays and records inside each other`;
/** The failure of requests that were not sent any more. */
export const STOPPED = `not sent: the answers took longer than ${MAX_TIME_MS / 60_000} minutes`;
export interface RecorderOptions {
  readonly now?: () => number;
  readonly isForgetful?: boolean;
}

/**
 * Sends each GET once: an answer that arrived is given again to whoever asks the same address. So the answers can be read in many ways,
 * such as with each line of a draft, without another request. With `isForgetful` every request is sent: writes change what is answered.
 */
export function createRecorder(
  fetch: Fetch,
  secrets: Secrets,
  { now = Date.now, isForgetful = false }: RecorderOptions = {},
): Recorder {
  const exchanges: Exchange[] = [];
  const known = new Map<string, Exchange>();
  const operations = new AsyncLocalStorage<string>();
  const collections = new AsyncLocalStorage<{ exchange?: Exchange }[]>();
  let sentCount = 0;
  let timeMs = 0;

  /** A call of the elements names its operation, except where it first needs a token, or the identities of a profile. */
  function operationOf(url: string, { method, headers }: RequestInit): string | undefined {
    const named = operations.getStore();
    if (method === 'POST' && !new Headers(headers).has('authorization')) return TOKEN_OPERATION;
    return named === SEARCH_OPERATION && /\/identities$/.test(new URL(url).pathname)
      ? 'profiles.identities.index'
      : named;
  }

  async function send(url: string, init: RequestInit): Promise<Exchange> {
    const operation = operationOf(url, init);
    const sentAt = now();
    const sent = typeof init.body === 'string' ? init.body : undefined;
    const base = { operation, method: init.method ?? 'GET', url, sent, sentAt };
    const none = { status: 0, headers: new Headers(), text: '', body: undefined, cut: undefined };
    if (timeMs > MAX_TIME_MS) return { ...base, ...none, receivedAt: sentAt, failure: STOPPED };
    sentCount++;
    const deadline = AbortSignal.timeout(REQUEST_DEADLINE_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      const response = await fetch(url, { ...init, signal });
      const { text, isCut } = await readLimited(response, MAX_ANSWER_BYTES);
      const isDeep = isTooDeep(text);
      const { status, headers } = response;
      return {
        ...base,
        receivedAt: now(),
        status,
        headers,
        text,
        failure: undefined,
        body: isDeep ? undefined : readJson(text),
        cut: isCut ? LARGE : isDeep ? DEEP : undefined,
      };
    } catch (error) {
      return { ...base, ...none, receivedAt: now(), failure: failureOf(error) };
    } finally {
      timeMs += now() - sentAt;
    }
  }

  return {
    exchanges,
    get sentCount() {
      return sentCount;
    },
    during: (operation, work) => operations.run(operation, work),
    async collect(work) {
      const collected: { exchange?: Exchange }[] = [];
      const result = await collections.run(collected, work);
      return { result, exchanges: collected.flatMap(({ exchange }) => exchange ?? []) };
    },
    async fetch(url, init) {
      const place: { exchange?: Exchange } = {};
      collections.getStore()?.push(place);
      const { method = 'GET', body } = init;
      const headers = new Headers(init.headers);
      secrets.add(headers.get('authorization')?.replace(/^Bearer /, ''));
      const operation = operationOf(url, init);
      // A token is asked for once, too. Other writes are never answered from memory.
      const isRepeatable = method === 'GET' || operation === TOKEN_OPERATION;
      const key = JSON.stringify([method, url, headers.get('authorization'), body]);
      let exchange = isRepeatable && !isForgetful ? known.get(key) : undefined;
      if (!exchange) {
        exchange = await send(url, init);
        if (operation === TOKEN_OPERATION && exchange.status < 300) hideTexts(exchange.body, secrets);
        exchanges.push(exchange);
        // The limit and the network may answer another time.
        if (exchange.status !== 429 && exchange.status !== 0) known.set(key, exchange);
      }
      place.exchange = { ...exchange, operation };
      if (exchange.failure !== undefined)
        throw new TypeError('fetch failed', { cause: new Error(exchange.failure) });
      // Of an answer that was cut nothing is read: it is no JSON, as for a page.
      if (exchange.cut !== undefined)
        return new Response(exchange.cut, { status: exchange.status, headers: exchange.headers });
      const hasBody = exchange.text !== '' && ![204, 205, 304].includes(exchange.status);
      return new Response(hasBody ? exchange.text : null, {
        status: exchange.status,
        headers: exchange.headers,
      });
    },
  };
}

/** `fetch` puts the reason into the cause, which has several causes where a host has several addresses. */
function failureOf(error: unknown): string {
  const { cause, message, name } = error as Error & {
    cause?: { code?: string; errors?: { code?: string }[] };
  };
  if (name === 'TimeoutError' || name === 'AbortError') return 'TIMEOUT';
  return cause?.code ?? cause?.errors?.[0]?.code ?? message;
}

/** Texts of an answer that holds a token, whatever its field is called. Moments and short words stay readable. */
function hideTexts(value: unknown, secrets: Secrets): void {
  if (typeof value === 'string') {
    if (value.length >= 12 && !/^\d{4}-\d\d-\d\d/.test(value)) secrets.add(value);
    return;
  }
  for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(record(value)))
    hideTexts(inner, secrets);
}
