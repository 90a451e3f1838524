import { acts, baseOf, needsToken, takesForm } from '../services/contract/catalogue.ts';
import type { ListedEndpoint } from '../services/contract/endpoint.ts';
import { createCaller, type CallParameters } from '../services/transport/call.ts';
import { LoyaltyError, toLoyaltyError } from '../services/transport/errors.ts';
import type { BackOff } from '../services/transport/failure.ts';
import { createHttp, type Fetch, type Http } from '../services/transport/http.ts';
import type { PathTemplates } from '../services/transport/paths.ts';
import {
  filter,
  sort,
  type AnyConditions,
  type Query,
  type RedemptionConditions,
  type RedemptionSortKey,
} from '../services/transport/query.ts';
import { record } from '../services/transport/read.ts';
import { sendsForm, type Mapping } from '../services/transport/tenant/mapping.ts';
import type { TokenBroker } from '../services/transport/tokens.ts';

/** Filters and sorts of a browse. Those of redemptions are defined (spec 4.2.1); others depend on the tenant. */
type Browsing<Id extends string> = Id extends 'profiles.redemptions.index'
  ? {
      readonly filter?: RedemptionConditions;
      readonly sort?: readonly (RedemptionSortKey | `-${RedemptionSortKey}`)[];
    }
  : { readonly filter?: AnyConditions; readonly sort?: readonly string[] };

/** Parameters of a call: those of the path, the body where the endpoint has one, and the options of every call. */
export type Parameters<Path extends string, Body, Id extends string> = CallParameters<Path, Body> &
  Browsing<Id>;

/** The parameters of a call may be left out where none is required. */
export type GivenParameters<P> = Partial<P> extends P ? [parameters?: P] : [parameters: P];

/** The parts of a client that a call needs. */
export interface CallOptions {
  readonly baseUrl: string;
  readonly paths: PathTemplates;
  readonly http: Http;
  readonly form: (body: unknown) => Http;
  /** None to fetch a token itself. */
  readonly tokens?: TokenBroker;
  readonly maxWaitMs: number;
  /** The wait of all calls of the client after a 429. */
  readonly backOff: BackOff;
  readonly mapping: Promise<Mapping> | undefined;
}

/** Parameters of any endpoint, inside the client; its callers get the types of their endpoint. */
export interface LooseParameters {
  readonly query?: Query;
  readonly filter?: AnyConditions | RedemptionConditions;
  readonly sort?: readonly string[];
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

export function queryOf({ query, filter: conditions, sort: keys }: LooseParameters): Query | undefined {
  if (!conditions && !keys) return query;
  return { ...query, ...(conditions && filter(conditions)), ...(keys && sort(...keys)) };
}

/**
 * Sends a call, and retries it like a page does, with two differences: GETs that change something are not retried, and
 * endpoints that need no token, all of them writes, are sent once.
 * @throws LoyaltyError
 */
export async function send(
  endpoint: ListedEndpoint,
  parameters: LooseParameters,
  { http, form, tokens, ...options }: CallOptions,
): Promise<unknown> {
  if (baseOf(endpoint) === 'proxy')
    throw new LoyaltyError('invalid_config', `${endpoint.id} is an endpoint of a proxy, not of the service.`);
  const isForm = takesForm(endpoint) && sendsForm(await options.mapping);
  const call = createCaller({
    ...options,
    http: isForm ? ({ body, ...request }) => form(body)(request) : http,
    tokens: tokens && needsToken(endpoint) ? withRefusal(tokens) : undefined,
    isRepeatable: !acts(endpoint),
  });
  return call(endpoint, { ...parameters, query: queryOf(parameters), body: parameters.body });
}

/** The broker for one call: where there is no other token after a 401, the call fails with the service's response. */
function withRefusal(tokens: TokenBroker): TokenBroker {
  let refusal: Error | undefined;
  return {
    async token() {
      try {
        return await tokens.token();
      } catch (thrown) {
        const error = toLoyaltyError(thrown);
        throw refusal && error.code === 'unauthenticated' && error.status === undefined ? refusal : error;
      }
    },
    reject(token, error) {
      refusal = error;
      tokens.reject(token);
    },
  };
}

/** Sends a body as a form (spec 5.1), with the same limits as every request. */
export const formSender =
  (fetch: Fetch, timeoutMs: number) =>
  (body: unknown): Http =>
    createHttp(
      (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...(init.headers as object), 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(record(body) as Record<string, string>).toString(),
        }),
      timeoutMs,
    );
