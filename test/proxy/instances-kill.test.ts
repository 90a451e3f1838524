import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, basic, BEN, openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { startProxyProcess, variablesFor, type ProxyProcess } from './support/process.ts';
import { hasRedis, NEEDS_REDIS, startRedis, type RunningRedis } from './support/redis.ts';

// Two processes of the proxy on one Redis behind a web server that takes them in turn, as in platforms/proxy.

/** Passes requests on in turn; an instance that does not answer is left out, as nginx does with `proxy_next_upstream`. */
async function startRoundRobin(instances: readonly ProxyProcess[]) {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    const first = turn++;
    incoming.on('end', () => attempt(0));
    function attempt(failed: number): void {
      const { port } = instances[(first + failed) % instances.length]!;
      const { method, headers, url: path } = incoming;
      const sent = forward({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      });
      sent.on('error', () => {
        if (outgoing.headersSent) outgoing.destroy();
        else if (failed + 1 < instances.length) attempt(failed + 1);
        else outgoing.writeHead(502).end();
      });
      sent.end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const CUSTOMERS = [ANN, BEN];
const REQUESTS_BEFORE_KILL = 150;
const REQUESTS_AFTER_KILL = 150;
const REVOKED_AT = 75;
const WORKERS = 6;

describe('two instances on one Redis', () => {
  let redis: RunningRedis | undefined;
  let stub: OpenProxy;
  let instances: ProxyProcess[] = [];
  let front: Awaited<ReturnType<typeof startRoundRobin>>;
  beforeAll(async () => {
    if (!hasRedis) return;
    redis = await startRedis();
    stub = await openProxy();
    const { host, port } = redis.client().options;
    const variables = {
      ...variablesFor(stub.upstream.baseUrl),
      DEMO_CUSTOMERS: JSON.stringify(CUSTOMERS),
      REDIS_URL: `redis://${host}:${port}`,
    };
    instances = await Promise.all([1, 2].map(() => startProxyProcess(variables)));
    front = await startRoundRobin(instances);
  });
  afterAll(async () => {
    front?.stop();
    await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    await stub?.stop();
    await redis?.stop();
  });
  beforeEach((context) => context.skip(!hasRedis, NEEDS_REDIS));

  const post = (path: string, Authorization: string, body?: object) =>
    fetch(front.url + path, {
      method: 'POST',
      headers: { Authorization, Origin: SHOP, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  async function signIn({ email, password }: typeof ANN): Promise<string> {
    const answer = await post('/login', basic(email, password));
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { token: string }).token;
  }
  const read = (token: string, id: string) =>
    fetch(`${front.url}/v3/profiles/profile-${id}/balances`, {
      headers: { Authorization: `Bearer ${token}` },
    });

  it('keep sessions, limits and sign-outs when one is killed under load, and mix up nobody', async () => {
    const tokens = new Map(
      await Promise.all(CUSTOMERS.map(async (one) => [one.id, await signIn(one)] as const)),
    );
    const wrong = { ...ANN, email: 'nobody@example.com', password: 'wrong' };
    const guess = async () => (await post('/login', basic(wrong.email, wrong.password))).status;
    // Five tries in all, whichever instance counts them.
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 401]);

    const statuses = new Map<number, number>();
    let sent = 0;
    let killed: Promise<unknown> | undefined;
    async function work(at: number): Promise<void> {
      while (sent < REQUESTS_BEFORE_KILL + REQUESTS_AFTER_KILL) {
        sent++;
        if (sent === REVOKED_AT) stub.upstream.revokeTokens();
        if (sent === REQUESTS_BEFORE_KILL) killed = instances[0]!.end('SIGKILL');
        const own = CUSTOMERS[(sent + at) % 2]!.id;
        const other = CUSTOMERS[(sent + at + 1) % 2]!.id;
        const answer = await read(tokens.get(own)!, own);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(await answer.text()).toContain(`/profiles/profile-${own}/`);
        if (sent % 10 === 0) expect([403, 404]).toContain((await read(tokens.get(own)!, other)).status);
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, at) => work(at)));
    await killed;
    // A request that the killed process had taken is tried again at the other one.
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThanOrEqual(REQUESTS_BEFORE_KILL + REQUESTS_AFTER_KILL);
    // The instances got new tokens when the service revoked theirs, and no token served two customers.
    const profilesOf = new Map<string, Set<string>>();
    for (const { target, headers } of stub.upstream.calls) {
      const profile = /\/profiles\/([^/]+)\/balances/.exec(target)?.[1];
      const bearer = headers['authorization'] ?? '';
      if (profile) profilesOf.set(bearer, (profilesOf.get(bearer) ?? new Set()).add(profile));
    }
    expect(profilesOf.size).toBeGreaterThan(CUSTOMERS.length);
    for (const profiles of profilesOf.values()) expect(profiles.size).toBe(1);

    // The limit goes on where it was.
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
    // A session of the killed instance is signed out everywhere by the other one.
    const second = await signIn(ANN);
    expect((await post('/logout', `Bearer ${second}`, { everywhere: true })).status).toBe(204);
    for (const token of [second, tokens.get(ANN.id)!]) expect((await read(token, ANN.id)).status).toBe(401);
    expect((await read(tokens.get(BEN.id)!, BEN.id)).status).toBe(200);
    expect((await read(await signIn(ANN), ANN.id)).status).toBe(200);
  });
});
