import type { BodyOf, ReplyOf } from '../contract/catalogue.ts';
import type { ListedEndpoint, PathParameter } from '../contract/endpoint.ts';
import { toLoyaltyError } from './errors.ts';
import type { RetryOptions, Tries } from './failure.ts';
import type { Http } from './http.ts';
import { fillPath, type PathTemplates } from './paths.ts';
import { writeQuery, type Query } from './query.ts';

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
}

/** Sends calls with a token, and retries as `failure.ts` decides. */
export function createCaller(options: CallerOptions): Call {
  const { baseUrl, http, tokens, paths } = options;
  return async (endpoint, parameters) => {
    // Generic parameters cannot be destructured; every instance of the type has these fields.
    const { query, body, idempotencyKey, signal, keepalive } = parameters as CallParameters<string, unknown>;
    const { method } = endpoint;
    const url = baseUrl + fillPath(endpoint, parameters, paths) + writeQuery(query);

    for (let tries: Tries = { count: 1 }; ;) {
      const token = await tokens.token();
      try {
        // The reply has the type that the catalogue declares; nothing checks it here.
        return (await http({
          method,
          url,
          authorization: `Bearer ${token}`,
          body,
          idempotencyKey,
          signal,
          keepalive,
        })) as never;
      } catch (thrown) {
        const error = toLoyaltyError(thrown);
        // The import fails where the page is offline: then the error stands.
        const failure = await import('./failure.ts').catch(() => undefined);
        const next = await failure?.retry(error, tries, { method, token, signal }, options);
        if (!next) throw error;
        tries = next;
      }
    }
  };
}
