import type { Endpoint, PathParameter } from './endpoints/endpoint.ts';
import { LoyaltyError } from './errors.ts';
import type { Http } from './http.ts';
import { fillPath, writeQuery, type Query } from './query.ts';
import type { TokenBroker } from './tokens/broker.ts';

/** What a call of this endpoint takes: its path's names, its body where it has one, and the options of every call. */
export type CallParameters<Path extends string, Body> = {
  readonly [Name in PathParameter<Path>]: string | number;
} & {
  readonly query?: Query;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
} & (Body extends undefined ? { readonly body?: undefined } : { readonly body: Body });

/**
 * Calls an endpoint of the catalogue and gives its reply, unchecked: whoever shows it reads it field by field.
 * @throws LoyaltyError
 */
export type Call = <Path extends string, Reply, Body>(
  endpoint: Endpoint<Path, Reply, Body>,
  parameters: CallParameters<Path, Body>,
) => Promise<Reply>;

export interface ClientOptions {
  readonly baseUrl: string;
  readonly http: Http;
  readonly tokens: TokenBroker;
}

/** A GET is tried this many times when the service is away or asks us to wait; writes are never repeated on their own. */
const MAX_TRIES = 3;
const FIRST_WAIT_MS = 400;
/** A longer Retry-After is not waited for: the shopper sees the error and decides. */
const MAX_WAIT_MS = 5_000;

export function createClient({ baseUrl, http, tokens }: ClientOptions): Call {
  return async (endpoint, parameters) => {
    const { method } = endpoint;
    const { query, body, idempotencyKey, signal } = parameters as CallParameters<string, unknown>;
    const url = baseUrl + fillPath(endpoint, parameters) + writeQuery(query);
    let renewed = false;

    for (let attempt = 1; ;) {
      const token = await tokens.token();
      try {
        return (await http({ method, url, token, body, idempotencyKey, signal })) as never;
      } catch (error) {
        if (!(error instanceof LoyaltyError)) throw error;
        if (error.code === 'unauthenticated' && !renewed) {
          renewed = true; // once: a second 401 is the answer (spec 5.3, 7)
          tokens.reject(token);
          continue;
        }
        const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
        if (method !== 'GET' || !isTransient(error) || attempt++ >= MAX_TRIES || waitMs > MAX_WAIT_MS)
          throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (signal?.aborted) throw error;
      }
    }
  };
}

function isTransient({ code, status = 0 }: LoyaltyError): boolean {
  return code === 'offline' || code === 'rate_limited' || (status >= 502 && status <= 504);
}
