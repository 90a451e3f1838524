import {
  memoryDirectory,
  memoryStorage,
  type LogEntry,
  type ProxyStorage,
} from '../../../src/proxy/index.ts';
import { serveProxy, type NodeProxySettings } from '../../../src/proxy/node.ts';
import { startUpstream, type StubUpstream } from './upstream.ts';

export const SHOP = 'https://shop.example';

/** Secrets that no answer and no log line may have. */
export const SECRETS = {
  clientId: 'canary-client-id',
  clientSecret: 'canary-client-secret',
  username: 'canary-machine-user',
  password: 'canary-machine-password',
  shopSecret: 'canary-shop-secret',
} as const;

export const ANN = {
  id: '1001',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Ø',
  password: 'ann: pässword',
};
export const BEN = {
  id: '1002',
  email: 'ben@example.com',
  firstName: 'Ben',
  lastName: 'B',
  password: 'ben password',
};

export const QUICK = { passwordRounds: 1_000 };

export interface OpenProxy {
  readonly url: string;
  readonly port: number;
  readonly upstream: StubUpstream;
  readonly directory: ReturnType<typeof memoryDirectory>;
  readonly log: LogEntry[];
  /** Signs in and returns the session's token. */
  signIn(customer?: { email: string; password: string }): Promise<string>;
  stop(): Promise<void>;
}

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Valid settings for a service at an address. */
export function settingsFor(baseUrl: string, more: Partial<NodeProxySettings> = {}) {
  const { clientId, clientSecret, username, password, shopSecret } = SECRETS;
  return {
    baseUrl,
    credentials: { clientId, clientSecret, username, password, scopes: ['profiles.read', 'profiles.write'] },
    shopSecret,
    platform: 'harbour',
    origins: [SHOP, 'https://www.shop.example'],
    directory: memoryDirectory([ANN, BEN], QUICK),
    storage: memoryStorage(),
    loginGridMs: 20,
    port: 0,
    ...more,
  } satisfies NodeProxySettings;
}

/** The proxy on a socket, with a service that records its requests. */
export async function openProxy(more: Partial<NodeProxySettings> = {}): Promise<OpenProxy> {
  const upstream = await startUpstream();
  for (const { id, email, firstName, lastName } of [ANN, BEN]) {
    upstream.profiles.push({
      id: `profile-${id}`,
      identities: [id],
      email,
      first_name: firstName,
      last_name: lastName,
    });
  }
  const log: LogEntry[] = [];
  const settings = settingsFor(upstream.baseUrl, { log: (entry) => log.push(entry), ...more });
  const running = await serveProxy(settings);
  const port = Number(new URL(running.url).port);
  return {
    url: running.url,
    port,
    upstream,
    log,
    directory: settings.directory as ReturnType<typeof memoryDirectory>,
    async signIn({ email, password } = ANN) {
      const response = await fetch(`${running.url}/login`, {
        method: 'POST',
        headers: { Authorization: basic(email, password) },
      });
      const { token } = (await response.json()) as { token?: string };
      if (response.status !== 200 || !token) throw new Error(`login answered ${response.status}`);
      return token;
    },
    async stop() {
      await running.stop();
      await upstream.stop();
    },
  };
}

export type { ProxyStorage };
