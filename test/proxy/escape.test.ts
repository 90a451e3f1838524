import { proxy as honoProxy } from 'hono/proxy';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measured } from '../support/counts.ts';
import { allowedEndpoints } from '../../src/proxy/index.ts';
import { foreignVectors, traversalVectors, type Vector } from './support/escape-vectors.ts';
import { openProxy, type OpenProxy } from './support/open-proxy.ts';
import { violation } from './support/oracle.ts';
import { each } from './support/random.ts';
import { request, sendRaw } from './support/raw.ts';
import { listen, startTwin } from './support/twin.ts';
import type { StubUpstream } from './support/upstream.ts';

// Only requests of the allow list reach the service, and no request reaches another server.

let proxy: OpenProxy;
let token: string;
let foreign: Server;
let foreignConnections = 0;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
  foreign = createServer((socket) => {
    foreignConnections++;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await proxy.stop();
  foreign.close();
});
beforeEach(() => {
  proxy.upstream.clear();
  foreignConnections = 0;
});

const foreignHost = () => `127.0.0.1:${(foreign.address() as AddressInfo).port}`;

const toBytes = ({ method, target, headers }: Vector) =>
  request(method, target, [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
    ...headers,
  ]);

async function run(port: number, vectors: readonly Vector[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  await each(vectors, 40, async (vector) => {
    const { status } = await sendRaw(port, toBytes(vector), 5_000);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  return statuses;
}

/** Requests that reached the upstream although they are not allowed. */
const violations = ({ calls, tokenCalls, syncCalls }: StubUpstream): string[] =>
  [...calls, ...tokenCalls, ...syncCalls].flatMap((seen) => violation(seen) ?? []);

describe('path traversal, double encoding, disguised separators', () => {
  it('reach no endpoint outside the allow list: 5,000 paths', async ({ task }) => {
    const vectors = traversalVectors(5_000);
    const statuses = await run(proxy.port, vectors);
    // The customer's token is requested once, by the allowed ones among the vectors.
    proxy.upstream.tokenCalls.length = 0;
    measured(task, {
      tried: `${vectors.length} paths`,
      result: `${violations(proxy.upstream).length} outside of the allow list`,
    });
    expect(violations(proxy.upstream)).toEqual([]);
    // The proxy answered each, and some requests of the corpus are allowed, so it tests more than malformed ones.
    expect([...statuses.keys()].sort()).toEqual(
      [200, 400, 403, 404, 405].filter((status) => statuses.has(status)),
    );
    expect(statuses.get(400)).toBeGreaterThan(2_000);
    expect(statuses.get(404)).toBeGreaterThan(300);
  });

  it('reach endpoints outside the list through a twin that forwards the address unchanged', async () => {
    const { baseUrl, calls } = proxy.upstream;
    const twin = await listen((incoming, outgoing) => {
      void fetch(baseUrl + incoming.url, { method: incoming.method ?? 'GET', redirect: 'manual' })
        .then((answer) => outgoing.writeHead(answer.status).end())
        .catch(() => outgoing.writeHead(502).end());
    });
    await run(twin.port, traversalVectors(300));
    await twin.stop();
    expect(calls.length).toBeGreaterThan(100);
    expect(violations(proxy.upstream).length).toBeGreaterThan(100);
  });

  it('are refused before the session is looked up', async () => {
    for (const target of [
      '/v3/%2e%2e/x',
      '/v3//profiles',
      '/v3/a;b',
      '/v3/a%00',
      `/v3/${'a'.repeat(300)}`,
      '/v3/%41',
    ]) {
      const answer = await sendRaw(proxy.port, request('GET', target));
      expect([target, answer.status, answer.body]).toEqual([
        target,
        400,
        '{"message":"The request cannot be read."}',
      ]);
    }
    expect((await sendRaw(proxy.port, request('GET', `/v3/${'a/'.repeat(5_000)}`))).status).toBe(400);
  });
});

describe('open proxy', () => {
  it('opens no connection to another server for 600 absolute forms, hosts and overrides', async ({
    task,
  }) => {
    const vectors = foreignVectors(foreignHost(), 600);
    const statuses = await run(proxy.port, vectors);
    proxy.upstream.tokenCalls.length = 0;
    measured(task, {
      tried: `${vectors.length} absolute forms, hosts and overrides`,
      result: `${foreignConnections} foreign connections`,
    });
    expect(foreignConnections).toBe(0);
    expect(violations(proxy.upstream)).toEqual([]);
    expect([...statuses.keys()].filter((status) => status > 405)).toEqual([]);
  });

  it('connects to another server in a twin that resolves the target against its base address', async () => {
    const { baseUrl } = proxy.upstream;
    const twin = await listen((incoming, outgoing) => {
      void Promise.resolve()
        .then(() => fetch(new URL(incoming.url ?? '', baseUrl), { redirect: 'manual' }))
        .then((answer) => outgoing.writeHead(answer.status).end())
        .catch(() => outgoing.writeHead(502).end());
    });
    await run(twin.port, foreignVectors(foreignHost(), 100));
    await twin.stop();
    expect(foreignConnections).toBeGreaterThan(5);
  });
});

describe('redirects', () => {
  const CODES = [300, 301, 302, 303, 304, 305, 307, 308];
  const fill = (path: string) =>
    path
      .replace('search-profile/{identifier}', 'search-profile/1001')
      .replace(/^\/v3\/profiles\/\{\w+\}/, '/v3/profiles/profile-1001')
      .replace(/\{\w+\}/g, 'x1');

  it('are not followed, on any route', async () => {
    const locations = [`http://${foreignHost()}/hop`, '/api/v3/hop', `//${foreignHost()}/hop`];
    let status = 302;
    let at = 0;
    proxy.upstream.onCall = (_, response) => {
      response.writeHead(status, { Location: locations[at++ % 3] }).end('{}');
    };
    for (status of CODES) {
      proxy.upstream.calls.length = 0;
      const routes = allowedEndpoints();
      await each(routes, 20, async ({ method, path }) => {
        const answer = await fetch(proxy.url + fill(path), {
          method,
          headers: { Authorization: `Bearer ${token}` },
          redirect: 'manual',
        });
        expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
        await answer.text();
      });
      expect(proxy.upstream.calls).toHaveLength(routes.length);
      expect(proxy.upstream.calls.filter(({ target }) => target.includes('hop'))).toEqual([]);
    }
    expect(foreignConnections).toBe(0);
  });

  it("are followed by a twin with the framework's own proxy helper", async () => {
    const { upstream } = proxy;
    upstream.onCall = (_, response) => {
      response.writeHead(302, { Location: `http://${foreignHost()}/hop` }).end();
    };
    const twin = await startTwin((incoming) => honoProxy(upstream.baseUrl + new URL(incoming.url).pathname));
    await fetch(`${twin.url}/v3/profiles/profile-1001/balances`);
    await twin.stop();
    expect(foreignConnections).toBe(1);
  });
});
