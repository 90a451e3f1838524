import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { fillPath } from '../../../src/services/transport/paths.ts';
import { writeQuery } from '../../../src/services/transport/query.ts';

/** An answer of the service to its own dashboard. */
export interface Answered {
  readonly status: number;
  /** Checked by whoever shows it: pages show text as text, whatever it is. */
  readonly body: Reply;
}
export interface Reply {
  readonly data?: unknown;
  readonly meta?: { readonly total?: number; readonly last_page?: number };
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls an endpoint as the user who is signed in. */
export type Ask = (endpoint: Endpoint, asked?: Asked) => Promise<Answered>;

/** The service's own handler. */
export type Serve = (request: Request) => Response | Promise<Response>;

/**
 * The dashboard asks the service's own routes with the user's token, so it can do nothing that the interface refuses, and
 * what it does is in the audits.
 */
export function askWith(serve: Serve, token: string): Ask {
  return async (endpoint, { path = {}, query, body } = {}) => {
    const response = await serve(
      // In process: the host is never looked up.
      new Request(`http://127.0.0.1/api${fillPath(endpoint, path)}${writeQuery(query)}`, {
        method: endpoint.method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Reply) : {} };
  };
}

/** The records of an answer; none where it is not a list. */
export const recordsOf = ({ body }: Answered): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(body.data) ? (body.data as Readonly<Record<string, unknown>>[]) : [];
