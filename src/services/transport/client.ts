import type { BodyOf, ReplyOf } from '../contract/catalogue.ts';
import type { ListedEndpoint, PathParameter } from '../contract/endpoint.ts';
import { toLoyaltyError } from './errors.ts';
import type { Tries } from './failure.ts';
import type { Http } from './http.ts';
import { fillPath, type PathTemplates } from './paths.ts';
import { writeQuery, type Query } from './query.ts';
import type { TokenBroker } from './tokens.ts';

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
export type Call = <E extends ListedEndpoint>(
  endpoint: E,
  parameters: CallParameters<E['path'], BodyOf<E>>,
) => Promise<ReplyOf<E>>;

export interface ClientOptions {
  readonly baseUrl: string;
  readonly http: Http;
  readonly tokens: TokenBroker;
  readonly paths?: PathTemplates | undefined;
}

export function createClient({ baseUrl, http, tokens, paths }: ClientOptions): Call {
  return async (endpoint, parameters) => {
    const { method } = endpoint;
    const { query, body, idempotencyKey, signal } = parameters as CallParameters<string, unknown>;
    const url = baseUrl + fillPath(endpoint, parameters, paths) + writeQuery(query);

    for (let tries: Tries = { attempt: 1 }; ;) {
      const token = await tokens.token();
      try {
        return (await http({
          method,
          url,
          authorization: `Bearer ${token}`,
          body,
          idempotencyKey,
          signal,
        })) as never;
      } catch (thrown) {
        const error = toLoyaltyError(thrown);
        // Whoever is offline may not get the advice either: then the error stands.
        const advice = await import('./failure.ts').catch(() => undefined);
        const next = await advice?.tryAgain(error, tries, { method, token, tokens, signal });
        if (!next) throw error;
        tries = next;
      }
    }
  };
}
