import type { Endpoint } from '../../src/services/contract/endpoints/index.ts';

export type AnyEndpoint = Pick<Endpoint, 'method' | 'path'>;

/** A request that the service received. */
export interface SeenRequest {
  readonly method: string;
  readonly url: URL;
  /** Values of the `{names}` in the path. */
  readonly names: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
}

export type Answer = (request: SeenRequest) => Response | Promise<Response>;

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
/** An error response (spec 7). */
export const refuse = (status: number, message: string, errors?: Record<string, string[]>): Response =>
  json(errors ? { message, errors } : { message }, status);
export const offline: Answer = () => {
  throw new TypeError('Failed to fetch');
};
export const broken: Answer = () => refuse(500, 'Server error');

/** Reads the values of the `{names}` in a request's path; `undefined` where the request is not to this endpoint. */
export function matcherOf(
  endpoint: AnyEndpoint,
  base = '/api',
): (method: string | undefined, path: string) => Record<string, string> | undefined {
  const pattern = new RegExp(`^${base}${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return (method, path) => {
    const match = method === endpoint.method && pattern.exec(path);
    if (!match) return undefined;
    const names = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return Object.fromEntries(names) as Record<string, string>;
  };
}
