import type { BodyOf, ReplyOf } from '../contract/catalogue.ts';
import type { ListedEndpoint, PathParameter } from '../contract/endpoint.ts';
import { withOperation, type LoyaltyError } from './errors.ts';
import type { BackOff, RetryOptions, Tries } from './failure.ts';
import type { Http, HttpRequest } from './http.ts';
import { fillPath, type PathTemplates } from './paths.ts';
import { writeQuery, type Query } from './query.ts';
import type { Ask, Mapping, WireRequest } from './tenant/mapping.ts';

/** Parameters of a call: the names in the path, the body where the endpoint has one, and the options of every call. */
export type CallParameters<Path extends string, Body> = {
  readonly [Name in PathParameter<Path>]: string | number;
} & {
  readonly query?: Query | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The request goes on when the page is left. */
  readonly keepalive?: boolean | undefined;
} & (Body extends undefined ? { readonly body?: undefined } : { readonly body: Body });

/**
 * Calls an endpoint of the catalogue. The reply is not validated: its readers check each field.
 * @throws LoyaltyError
 */
export type Call = <E extends ListedEndpoint>(
  endpoint: E,
  parameters: CallParameters<E['path'], BodyOf<E>>,
) => Promise<ReplyOf<E>>;

export interface CallerOptions extends RetryOptions {
  readonly baseUrl: string;
  readonly http: Http;
  readonly paths?: PathTemplates | undefined;
  /** For a tenant whose service differs. */
  readonly mapping?: Promise<Mapping> | undefined;
  /** The wait after a 429, where several callers ask one service. */
  readonly backOff?: BackOff | undefined;
  /** Gets a problem where the service limits requests. */
  readonly report?: ((problem: LoyaltyError) => void) | undefined;
}

/** Sends calls, with a token where there is a broker of tokens, and retries as `failure.ts` decides. */
export function createCaller(options: CallerOptions): Call {
  const { baseUrl, http, tokens, paths, mapping } = options;
  const backOff = options.backOff ?? { until: 0, count: 0 };

  async function send(
    operation: string,
    { address, ...request }: WireRequest & Pick<HttpRequest, 'onHeaders'>,
  ): Promise<unknown> {
    const { method, signal } = request;
    for (let tries: Tries = { count: 1 }; ;) {
      const token = await tokens?.token();
      if (backOff.until > Date.now())
        await (await import('./failure.ts')).waitForBackOff(backOff, signal, options.maxWaitMs);
      try {
        return await http({ ...request, url: baseUrl + address, authorization: token && `Bearer ${token}` });
      } catch (thrown) {
        const error = withOperation(thrown, operation);
        // The import fails where the page is offline: then the error stands.
        const failure = await import('./failure.ts').catch(() => undefined);
        if (error.code === 'rate_limited' && error.retryAfterMs)
          failure?.backOffFor(error.retryAfterMs, backOff, options.report);
        const next = await failure?.retry(error, tries, { method, token, signal }, options);
        if (!next) throw error;
        tries = next;
      }
    }
  }

  return async (endpoint, parameters) => {
    // Generic parameters cannot be destructured; every instance of the type has these fields.
    const { query, body, idempotencyKey, signal, keepalive } = parameters as CallParameters<string, unknown>;
    // The reply has the type that the catalogue declares; nothing checks it here.
    return (await (mapping
      ? (await mapping).call(
          endpoint,
          parameters,
          askBy((request) => send(endpoint.id, request)),
        )
      : send(endpoint.id, {
          method: endpoint.method,
          address: fillPath(endpoint, parameters, paths) + writeQuery(query),
          body,
          idempotencyKey,
          signal,
          keepalive,
        }))) as never;
  };
}

/** How a mapping asks: for the body and the headers. */
export const askBy =
  (send: (request: WireRequest & Pick<HttpRequest, 'onHeaders'>) => Promise<unknown>): Ask =>
  async (request) => {
    let headers: Headers | undefined;
    const body = await send({ ...request, onHeaders: (received) => (headers = received) });
    return { body, headers };
  };
