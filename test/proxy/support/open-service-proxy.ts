import { listen } from '../../../demo/service/api/server.ts';
import type { ServiceSettings } from '../../../demo/service/settings.ts';
import { users } from '../../../demo/sample/users.ts';
import { memoryDirectory, type LogEntry } from '../../../src/proxy/index.ts';
import { serveProxy, type NodeProxySettings } from '../../../src/proxy/node.ts';
import type { Endpoint } from '../../../src/services/contract/endpoints/index.ts';
import { SECRET } from '../../support/database-fresh.ts';
import { fill, openService, type OpenService } from '../../support/service-open.ts';
import { basic, QUICK, SHOP } from './open-proxy.ts';

export interface ServiceProxy {
  readonly url: string;
  readonly service: OpenService;
  readonly log: LogEntry[];
  /** Calls an endpoint of the catalogue through the proxy. */
  call(
    endpoint: Endpoint,
    sent: { readonly token: string; readonly path?: Record<string, string>; query?: string; body?: unknown },
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly body: any }>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  /** Signs a sample customer in and returns the session's token. */
  signIn(customerId: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

const PASSWORD = 'a password';

/** The proxy and the reference service with a database of its own, both on sockets. */
export async function openServiceProxy(
  more: Partial<NodeProxySettings> = {},
  settings: Partial<ServiceSettings> = {},
): Promise<ServiceProxy> {
  const service = await openService(settings);
  const server = await listen(() => service.app, { host: '127.0.0.1', port: 0 });
  const profiles = await service.db
    .selectFrom('identities')
    .innerJoin('profiles', 'profiles.id', 'identities.profile_id')
    .select(['identities.value', 'profiles.email', 'profiles.first_name', 'profiles.last_name'])
    .where('namespace', '=', 'harbour')
    .execute();
  const customers = profiles.flatMap(({ value, email, first_name, last_name }) =>
    email
      ? [{ id: value, email, firstName: first_name ?? '', lastName: last_name ?? '', password: PASSWORD }]
      : [],
  );
  const { clientId, clientSecret, username, password } = users.machine;
  const log: LogEntry[] = [];
  const proxy = await serveProxy({
    baseUrl: `http://127.0.0.1:${server.port}/api`,
    credentials: { clientId, clientSecret, username, password, scopes: ['*'] },
    shopSecret: SECRET,
    platform: 'harbour',
    origins: [SHOP],
    directory: memoryDirectory(customers, QUICK),
    loginGridMs: 20,
    port: 0,
    log: (entry) => log.push(entry),
    ...more,
  });
  return {
    url: proxy.url,
    service,
    log,
    async call({ method, path: template }, { token, path = {}, query = '', body }) {
      const response = await fetch(proxy.url + fill(template, path) + query, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text ? JSON.parse(text) : undefined,
      };
    },
    async signIn(customerId, headers = {}) {
      const { email } = customers.find(({ id }) => id === customerId)!;
      const response = await fetch(`${proxy.url}/login`, {
        method: 'POST',
        headers: { ...headers, Authorization: basic(email, PASSWORD) },
      });
      if (response.status !== 200) throw new Error(`login answered ${response.status}`);
      return ((await response.json()) as { token: string }).token;
    },
    async stop() {
      await proxy.stop();
      await server.stop();
      await service.drop();
    },
  };
}
