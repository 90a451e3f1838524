import type { CallParameters } from '../services/transport/client.ts';
import type { ListedEndpoint } from '../services/contract/endpoint.ts';
import { acts, baseOf, needsToken, takesForm } from '../services/contract/catalogue.ts';
import { LoyaltyError, toLoyaltyError } from '../services/transport/errors.ts';
import { waitToRetry } from '../services/transport/failure.ts';
import {
  filter,
  sort,
  type AnyConditions,
  type RedemptionConditions,
  type RedemptionSortKey,
} from '../services/transport/filter.ts';
import { createHttp, type Fetch, type Http } from '../services/transport/http.ts';
import { record } from '../services/transport/read.ts';
import { fillPath } from '../services/transport/paths.ts';
import { writeQuery, type Query } from '../services/transport/query.ts';
import type { TokenBroker } from '../services/transport/tokens.ts';

/** Filters and sorts of a browse: those of redemptions are known (spec 4.2.1), others are the tenant's. */
type Browsing<Id extends string> = Id extends 'profiles.redemptions.index'
  ? {
      readonly filter?: RedemptionConditions;
      readonly sort?: readonly (RedemptionSortKey | `-${RedemptionSortKey}`)[];
    }
  : { readonly filter?: AnyConditions; readonly sort?: readonly string[] };

/** What a call of this endpoint takes: path parameters, the body where it has one, and the options of every call. */
export type Parameters<Path extends string, Body, Id extends string> = CallParameters<Path, Body> &
  Browsing<Id>;

/** Parameters where nothing has to be given may be left out. */
export type GivenParameters<P> = Partial<P> extends P ? [parameters?: P] : [parameters: P];

/** What a call needs of the client. */
export interface CallOptions {
  readonly baseUrl: string;
  readonly http: Http;
  readonly form: (body: unknown) => Http;
  readonly tokens: TokenBroker;
  readonly maxWaitMs: number;
}

/** Anything a call may be given, for the code below; callers get the types of their endpoint. */
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
 * Sends one call and gives its reply. A 401 fetches a new token once; a GET that only reads is tried again while the
 * service is away or asks to wait, as long as it asks for. What acts is sent once, GETs that act too (rule R77): only a
 * 401 is answered with a new token, since then nothing has been done.
 * @throws LoyaltyError
 */
export async function send(
  endpoint: ListedEndpoint,
  parameters: LooseParameters,
  { baseUrl, http, form, tokens, maxWaitMs }: CallOptions,
): Promise<unknown> {
  const { method } = endpoint;
  if (baseOf(endpoint) === 'proxy')
    throw new LoyaltyError('invalid_config', `${endpoint.id} is an endpoint of a proxy, not of the service.`);
  const url = baseUrl + fillPath(endpoint, parameters) + writeQuery(queryOf(parameters));
  const { body, idempotencyKey, signal } = parameters;
  let refused: LoyaltyError | undefined;

  for (let attempt = 1; ;) {
    const token = needsToken(endpoint) ? await nextToken(tokens, refused) : undefined;
    try {
      if (takesForm(endpoint)) return await form(body)({ method, url, signal });
      const authorization = token && `Bearer ${token}`;
      return await http({ method, url, authorization, body, idempotencyKey, signal });
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (error.code === 'unauthenticated' && token && !refused) {
        refused = error;
        tokens.reject(token);
      } else if (acts(endpoint) || !(await waitToRetry(error, attempt++, signal, maxWaitMs))) throw error;
    }
  }
}

/** Another token, or what the service said about the last one where there is no other to be had. */
async function nextToken(tokens: TokenBroker, refused: LoyaltyError | undefined): Promise<string> {
  try {
    return await tokens.token();
  } catch (thrown) {
    const error = toLoyaltyError(thrown);
    throw refused && error.code === 'unauthenticated' && error.status === undefined ? refused : error;
  }
}

/** Sends a body as a form (spec 5.1), by the same rules as all requests. */
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
