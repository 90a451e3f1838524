import { createApp } from '../../demo/service/api/app.ts';
import type { Route } from '../../demo/service/api/route.ts';
import { listen } from '../../demo/service/api/server.ts';
import type { Database } from '../../demo/service/database/tables.ts';
import { routes } from '../../demo/service/routes.ts';
import { users } from '../../demo/sample/users.ts';
import { createClient } from '../../src/client/index.ts';
import { CUSTOMER, SYNC_DIRECTORY, type Input } from '../demo/service/api/openapi/conformance-fixtures.ts';
import { createRecordFactory } from '../demo/service/api/openapi/conformance-records.ts';
import { SECRET_KEYS } from './database-fresh.ts';
import { fill, SHOP_ORIGIN, sign } from './service-open.ts';

/** Routes of records that a fresh database does not have. */
const ABSENT: ReadonlySet<string> = new Set(['action-history.show']);
const absentPath = ({ endpoint }: Route) =>
  Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '999999999']));

export interface RouteAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Who sends a request: a token, or the query of a link. */
export interface Asker {
  readonly token?: string;
  readonly query?: string;
}

export type EveryRoute = Awaited<ReturnType<typeof serveEveryRoute>>;

/** The service as a server on a database with sample data, and an input for each of its routes. */
export async function serveEveryRoute(db: Database) {
  const errors: unknown[] = [];
  let app: ReturnType<typeof createApp>;
  const server = await listen(
    (port) =>
      (app = createApp({
        db,
        settings: {
          secretKeys: SECRET_KEYS,
          baseUrl: `http://127.0.0.1:${port}/api`,
          shopOrigins: [SHOP_ORIGIN],
          requestsPerMinute: 10_000_000,
          syncDirectory: SYNC_DIRECTORY,
          // Routes that send e-mail are not offered without a server for it. Nothing is sent here: no job runs.
          mail: { url: 'smtp://127.0.0.1:9', from: 'Shop <shop@example.com>' },
          onError: (error) => errors.push(error),
        },
      })),
    { host: '127.0.0.1', port: 0 },
  );
  const origin = `http://127.0.0.1:${server.port}`;
  const { clientId, clientSecret, username, password } = users.machine;
  async function tokenFor(scope: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      username,
      password,
      scope,
    });
    const granted = await fetch(`${origin}/api/v3/auth/token`, { method: 'POST', body: form });
    return ((await granted.json()) as { access_token: string }).access_token;
  }
  const staff = await tokenFor('*');
  const factory = createRecordFactory(createClient({ idUrl: `${origin}/api`, token: staff }));
  const { token: customer } = (await factory.ask('storefront.auth.token.store', {
    path: { storefront_platform: 'harbour', version: 'v1' },
    body: { id: CUSTOMER.id, signature: sign(CUSTOMER.id) },
  })) as { token: string };
  const inputFor = async (route: Route, whole: boolean): Promise<Input> =>
    ABSENT.has(route.endpoint.id)
      ? { path: absentPath(route) }
      : await factory.inputFor(route.endpoint, whole);
  const inputs = new Map<Route, Input>();
  for (const route of routes) inputs.set(route, await inputFor(route, true));

  async function request(address: string, init: RequestInit): Promise<RouteAnswer> {
    const response = await fetch(origin + address, init);
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  }
  const send = (
    { endpoint, form: isForm = false }: Route,
    { path, body }: Input,
    { token, query = '' }: Asker,
  ) =>
    request(`/api${fill(endpoint.path, path)}${query}`, {
      method: endpoint.method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      ...(body !== undefined && {
        body: isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
      }),
    });
  return {
    app: app!,
    origin,
    staff,
    customer,
    /** A token of the sample machine user, by client credentials. */
    tokenFor,
    /** Unexpected errors that the service reported. */
    errors,
    /** An input for each route, with all fields; its records exist. */
    inputs,
    /** A new input: with all fields or only the required ones. */
    inputFor,
    /** Sends a request of a user with all scopes. */
    requestOf: (route: Route, input: Input) => send(route, input, { token: staff }),
    request,
    send,
    stop: () => server.stop(),
  };
}
