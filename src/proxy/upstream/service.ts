import type { Endpoint } from '../../services/contract/endpoints/index.ts';
import { writeQuery, type Query } from '../../services/transport/query.ts';
import type { Mapping, WireRequest } from '../../services/transport/tenant/mapping.ts';
import type { Log } from '../log.ts';
import { exchangeMapped } from './mapped.ts';
import { readJson, type Exchange, type UpstreamResponse } from './exchange.ts';

export interface ServiceCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
  /** By it the service recognises a retry of the same write. */
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** Path of a request to the service: the template that the tenant has for the endpoint, filled with encoded values. */
export type PathTo = (endpoint: Endpoint, values: Readonly<Record<string, string>>) => string;

/** Requests to the loyalty service as the proxy's own machine user. */
export type Service = (endpoint: Endpoint, call: ServiceCall) => Promise<ServiceAnswer>;

/** A token for the service: cached, fetched again when it expires or is rejected, with one request in flight. */
export interface CachedToken {
  /** Rejects when the signal is aborted. The request for the token continues, because other callers wait for it too. */
  get(signal: AbortSignal): Promise<string>;
  /** Called when the service did not accept this token. */
  reject(token: string): void;
}

interface ServiceSettings {
  readonly baseUrl: string;
  readonly pathTo: PathTo;
  readonly idempotencyHeader: string;
  readonly mapping: Mapping | undefined;
  readonly log: Log;
}

export function createService(
  { baseUrl, pathTo, idempotencyHeader, mapping, log }: ServiceSettings,
  token: CachedToken,
  exchange: Exchange,
): Service {
  return async (endpoint, { path = {}, query, body, idempotencyKey, signal }) => {
    const send = ({ method, address, body: sent, headers, idempotencyKey: key }: WireRequest) =>
      withToken(token, signal, (bearer) =>
        exchange({
          method,
          url: baseUrl + address,
          headers: {
            Accept: 'application/json',
            Authorization: `Bearer ${bearer}`,
            ...(sent !== undefined && { 'Content-Type': 'application/json' }),
            ...(key !== undefined && { [idempotencyHeader]: key }),
            ...headers,
          },
          body: sent === undefined ? undefined : JSON.stringify(sent),
          signal,
        }),
      );
    const answer = mapping
      ? await exchangeMapped(mapping, endpoint, { ...path, query, body, idempotencyKey }, send, log)
      : await send({
          method: endpoint.method,
          address: pathTo(endpoint, path) + writeQuery(query),
          body,
          idempotencyKey,
        });
    return { status: answer.status, json: readJson(answer) };
  };
}

/** Sends a request with a token; when the service does not accept it, once more with a new one. */
export async function withToken(
  token: CachedToken,
  signal: AbortSignal,
  send: (bearer: string) => Promise<UpstreamResponse>,
): Promise<UpstreamResponse> {
  const first = await token.get(signal);
  const answer = await send(first);
  if (answer.status !== 401) return answer;
  token.reject(first);
  return send(await token.get(signal));
}
