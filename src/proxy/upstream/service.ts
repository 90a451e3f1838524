import type { Endpoint } from '../../services/contract/endpoints/index.ts';
import { writeQuery, type Query } from '../../services/transport/query.ts';
import type { PathTo } from '../settings/settings.ts';
import { readJson, type Exchange, type Incoming } from './exchange.ts';
import type { KeptToken } from './token.ts';

export interface ServiceCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
  /** Lets the service see that a repeated write is the same one (G54). */
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** The loyalty service as the proxy's own machine user sees it. */
export type Service = (endpoint: Endpoint, call: ServiceCall) => Promise<ServiceAnswer>;

interface ServiceSettings {
  readonly baseUrl: string;
  readonly pathTo: PathTo;
  readonly idempotencyHeader: string;
}

export function createService(
  { baseUrl, pathTo, idempotencyHeader }: ServiceSettings,
  token: KeptToken,
  exchange: Exchange,
): Service {
  return async (endpoint, { path = {}, query, body, idempotencyKey, signal }) => {
    const answer = await withToken(token, signal, (bearer) =>
      exchange({
        method: endpoint.method,
        url: baseUrl + pathTo(endpoint, path) + writeQuery(query),
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${bearer}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      }),
    );
    return { status: answer.status, json: readJson(answer) };
  };
}

/** Calls with a token; when the service does not take it, once more with a new one (rule R92). */
export async function withToken(
  token: KeptToken,
  signal: AbortSignal,
  call: (bearer: string) => Promise<Incoming>,
): Promise<Incoming> {
  const first = await token.get(signal);
  const answer = await call(first);
  if (answer.status !== 401) return answer;
  token.reject(first);
  return call(await token.get(signal));
}
