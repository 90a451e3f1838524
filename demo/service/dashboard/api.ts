import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { record } from '../../../src/services/transport/read.ts';
import { fillPath } from '../../../src/services/transport/paths.ts';
import { IDEMPOTENCY_KEY } from '../../../src/services/transport/http.ts';
import { writeQuery } from '../../../src/services/transport/query.ts';

/** A reply of the service to its own dashboard. */
export interface ApiReply {
  readonly status: number;
  /** Not validated: pages escape all text. */
  readonly body: ReplyBody;
}
export interface ReplyBody {
  readonly data?: unknown;
  readonly meta?: { readonly total?: number; readonly last_page?: number };
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
export interface ApiRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Of a form that must have one effect, even if it is sent twice. */
  readonly idempotencyKey?: string;
}

/** Calls an endpoint as the signed-in user. */
export type Ask = (endpoint: Endpoint, request?: ApiRequest) => Promise<ApiReply>;

/** The fetch handler of the service. */
export type Serve = (request: Request) => Response | Promise<Response>;

/**
 * The dashboard calls the routes of the service with the user's token, so that the same rights apply and every change has an audit
 * entry.
 */
export function askWith(serve: Serve, token: string): Ask {
  return async (endpoint, { path = {}, query, body, idempotencyKey } = {}) => {
    const response = await serve(
      // In process: the host is not used.
      new Request(`http://127.0.0.1/api${fillPath(endpoint, path)}${writeQuery(query)}`, {
        method: endpoint.method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { [IDEMPOTENCY_KEY]: idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const reply: ReplyBody = text ? JSON.parse(text) : {};
    return { status: response.status, body: reply };
  };
}

/** The records of a reply; none if it is not a list. */
export const recordsOf = ({ body }: ApiReply): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(body.data) ? body.data.map(record) : [];

/** The record of a reply; an empty one if it has none. */
export const recordOf = ({ data }: ReplyBody): Readonly<Record<string, unknown>> => record(data);
