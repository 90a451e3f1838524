import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it reached the upstream. */
export interface Seen {
  readonly method: string;
  /** The raw target: path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface StubProfile {
  readonly id: string;
  /** `value`, in the namespace of the platform, or `namespace:value`. */
  readonly identities: string[];
  readonly external_id?: string;
  email: string;
  first_name: string;
  last_name: string;
}

type Handler = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void | 'default';

/** A stub of the loyalty service that records its requests and connections. */
export interface StubUpstream {
  readonly baseUrl: string;
  /** Data requests: all but those for tokens, searches and the synchronisation of profiles. */
  readonly calls: Seen[];
  readonly tokenCalls: Seen[];
  readonly syncCalls: Seen[];
  readonly profiles: StubProfile[];
  connections: number;
  openSockets(): number;
  /** Answers data requests instead. */
  onCall: Handler | undefined;
  /** Answers all requests instead. */
  onAny: Handler | undefined;
  /** Whether a search shows the identities of the found profile. */
  namesIdentities: boolean;
  /** Revokes all tokens issued so far. */
  revokeTokens(): void;
  clear(): void;
  stop(): Promise<void>;
}

export async function startUpstream(): Promise<StubUpstream> {
  const calls: Seen[] = [];
  const tokenCalls: Seen[] = [];
  const syncCalls: Seen[] = [];
  const profiles: StubProfile[] = [];
  let tokens = new Set<string>();
  let serial = 0;
  const idempotent = new Map<string, StubProfile>();

  const reply = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const issueToken = (kind: string) => {
    const token = `${kind}-${++serial}`;
    tokens.add(token);
    return token;
  };
  const viewOf = ({ identities: _, ...profile }: StubProfile) => ({ data: profile });
  const identitiesOf = ({ identities }: StubProfile) =>
    identities.map((one) => {
      const [namespace, value] = one.includes(':') ? one.split(':') : ['harbour', one];
      return { namespace, value };
    });
  /** Like the service's filter `filter[<attribute>]=<value>`. */
  const filtered = <T extends object>(list: readonly T[], query: URLSearchParams): T[] =>
    list.filter((one) =>
      [...query].every(
        ([name, value]) => (one as Record<string, unknown>)[name.replace(/^filter\[|\]$/g, '')] === value,
      ),
    );

  function answer(seen: Seen, response: ServerResponse, request: IncomingMessage): void {
    if (stub.onAny && stub.onAny(seen, response, request) !== 'default') return;
    const path = seen.target.replace(/\?.*/, '').replace(/^\/api/, '');
    if (path === '/v3/auth/token') {
      tokenCalls.push(seen);
      const form = new URLSearchParams(seen.body);
      if (form.get('client_secret') !== 'canary-client-secret')
        return reply(response, 401, { message: 'No.' });
      return reply(response, 200, {
        access_token: issueToken('service'),
        token_type: 'Bearer',
        expires_in: 3600,
      });
    }
    if (path === '/harbour/api/v1/auth/token') {
      tokenCalls.push(seen);
      return reply(response, 200, { data: { token: issueToken('customer') } });
    }
    const bearer = /^Bearer (.+)$/.exec(seen.headers['authorization'] ?? '')?.[1] ?? '';
    const isSync =
      bearer.startsWith('service-') &&
      (path.startsWith('/v3/identities/') || /^\/v3\/profiles(\/[^/]+(\/identities)?)?$/.test(path));
    (isSync ? syncCalls : calls).push(seen);
    if (!isSync && stub.onCall && stub.onCall(seen, response, request) !== 'default') return;
    if (!tokens.has(bearer)) return reply(response, 401, { message: 'Unauthenticated.' });
    if (path.startsWith('/v3/identities/search-profile/')) {
      const name = decodeURIComponent(path.split('/').pop() ?? '');
      const found = profiles.find(
        (profile) => profile.email === name || identitiesOf(profile).some(({ value }) => value === name),
      );
      if (!found) return reply(response, 404, { message: 'No such profile.' });
      const { data } = viewOf(found);
      return reply(response, 200, {
        data: stub.namesIdentities ? { ...data, identities: identitiesOf(found) } : data,
      });
    }
    const query = new URL(seen.target, 'http://localhost').searchParams;
    if (isSync && path === '/v3/profiles' && seen.method === 'GET')
      return reply(response, 200, { data: filtered(profiles, query).map((one) => viewOf(one).data) });
    if (isSync && path.endsWith('/identities') && seen.method === 'GET') {
      const profile = profiles.find(({ id }) => path === `/v3/profiles/${encodeURIComponent(id)}/identities`);
      return reply(response, 200, { data: profile ? filtered(identitiesOf(profile), query) : [] });
    }
    if (/^\/v3\/profiles\/[^/]+$/.test(path) && seen.method === 'GET') {
      const profile = profiles.find(({ id }) => path.endsWith(`/${id}`));
      return reply(
        response,
        profile ? 200 : 404,
        profile ? viewOf(profile) : { message: 'No such profile.' },
      );
    }
    if (path === '/v3/profiles' && seen.method === 'POST') {
      const { external_id, ...fields } = JSON.parse(seen.body) as StubProfile;
      const known = idempotent.get(seen.headers['idempotency-key'] ?? '');
      if (known) return reply(response, 200, viewOf(known));
      if (fields.email && profiles.some(({ email }) => email === fields.email))
        return reply(response, 409, { message: 'Exists.' });
      const profile = { ...fields, id: `profile-${external_id}`, identities: [] };
      profiles.push(profile);
      idempotent.set(seen.headers['idempotency-key'] ?? '', profile);
      return reply(response, 200, viewOf(profile));
    }
    if (isSync && path.endsWith('/identities')) {
      const profile = profiles.find(({ id }) => path === `/v3/profiles/${encodeURIComponent(id)}/identities`);
      profile?.identities.push(JSON.parse(seen.body).value);
      return reply(response, profile ? 200 : 404, { data: {} });
    }
    if (isSync && seen.method === 'PUT') {
      const profile = profiles.find(({ id }) => path.endsWith(`/${id}`));
      return reply(
        response,
        profile ? 200 : 404,
        profile ? viewOf(Object.assign(profile, JSON.parse(seen.body))) : {},
      );
    }
    return reply(response, 200, { data: { echo: seen.target, body: seen.body } });
  }

  const sockets = new Set<object>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = {
        method,
        target: url,
        headers: headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      };
      answer(seen, response, request);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    stub.connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const stub: StubUpstream = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    calls,
    tokenCalls,
    syncCalls,
    profiles,
    connections: 0,
    openSockets: () => sockets.size,
    onCall: undefined,
    onAny: undefined,
    namesIdentities: true,
    revokeTokens: () => (tokens = new Set()),
    clear() {
      calls.length = tokenCalls.length = syncCalls.length = 0;
      stub.connections = 0;
      stub.onCall = stub.onAny = undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}
