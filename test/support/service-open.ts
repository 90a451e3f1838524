import { createHmac } from 'node:crypto';
import type { Hono } from 'hono';
import { users } from '../../demo/sample/users.ts';
import { createApp } from '../../demo/service/api/app.ts';
import type { ServiceSettings } from '../../demo/service/settings.ts';
import { storefrontToken, type Endpoint } from '../../src/services/contract/endpoints/index.ts';
import { freshDatabase, SECRET, SECRET_KEYS, type FreshDatabase } from './database-fresh.ts';

export const SHOP_ORIGIN = 'http://127.0.0.1:4000';

export interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the socket; without it the call is in the same process and has no socket. */
  readonly from?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

/** The service on a database of its own, called in process. */
export interface OpenService extends FreshDatabase {
  readonly app: Hono;
  /** Unexpected errors that the service reported. */
  readonly errors: unknown[];
  /** Calls an endpoint of the catalogue. */
  call(endpoint: Endpoint, sent?: Sent): Promise<Answered>;
  /** Sends any request; the path is below the service's origin. */
  send(method: string, path: string, sent?: Omit<Sent, 'path'>): Promise<Answered>;
  /** A token by the storefront endpoint. */
  tokenOf(customerId: string): Promise<string>;
  /** A token of the sample machine user, by client credentials. */
  machineToken(scope?: string): Promise<string>;
}

/** `given` is a database other than a new one with the sample data. */
export async function openService(
  settings: Partial<ServiceSettings> = {},
  given?: FreshDatabase,
): Promise<OpenService> {
  const database = given ?? (await freshDatabase());
  const errors: unknown[] = [];
  const app = createApp({
    db: database.db,
    settings: {
      baseUrl: 'http://127.0.0.1:4010/api',
      secretKeys: SECRET_KEYS,
      shopOrigins: [SHOP_ORIGIN],
      // Tests send many requests; the limit has tests of its own.
      requestsPerMinute: 1_000_000,
      onError: (error) => errors.push(error),
      ...settings,
    },
  });

  async function send(method: string, path: string, { query = '', token, body, headers, from }: Sent = {}) {
    const response = await app.fetch(
      new Request(`http://127.0.0.1:4010${path}${query}`, {
        method,
        headers: {
          Accept: 'application/json',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
      from === undefined ? {} : { incoming: { socket: { remoteAddress: from, localAddress: from } } },
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text ? JSON.parse(text) : undefined,
    };
  }
  const call = (endpoint: Endpoint, sent: Sent = {}) =>
    send(endpoint.method, `/api${fill(endpoint.path, sent.path ?? {})}`, sent);

  return {
    ...database,
    app,
    errors,
    call,
    send,
    async machineToken(scope = '*') {
      const { clientId, clientSecret, username, password } = users.machine;
      const form = { client_id: clientId, client_secret: clientSecret, username, password, scope };
      const { body } = await send('POST', '/api/v3/auth/token', {
        body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      return body.access_token;
    },
    async tokenOf(customerId) {
      const { body } = await call(storefrontToken, {
        path: { storefront_platform: 'harbour', version: 'v1' },
        body: { id: customerId, signature: sign(customerId) },
      });
      return body.data.token;
    },
  };
}

/** A path template with its parameters filled in and encoded. */
export const fill = (template: string, path: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));

export const sign = (customerId: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(customerId).digest('hex');
