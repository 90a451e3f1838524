import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../demo/free-port.ts';
import { edgeProxy } from '../../src/proxy/edge.ts';
import { limitKeyOf } from '../../src/proxy/guard/arrival.ts';
import { serveProxy } from '../../src/proxy/node.ts';
import { createProxy, memoryStorage } from '../../src/proxy/index.ts';
import { ANN, basic, openProxy, settingsFor, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { hasRedis, NEEDS_REDIS, startRedis } from './support/redis.ts';
import { startProxyProcess, variablesFor } from './support/process.ts';

// The entries of the proxy: the command, Node and an edge runtime.

let proxy: OpenProxy;
beforeAll(async () => {
  proxy = await openProxy();
});
afterAll(() => proxy.stop());

const OWN = '/v3/profiles/profile-1001';
const login = { method: 'POST', headers: { Authorization: basic(ANN.email, ANN.password), Origin: SHOP } };

describe('loyalty-proxy command', () => {
  it('starts from variables, signs in and forwards, and stops at a signal', async () => {
    const running = await startProxyProcess(variablesFor(proxy.upstream.baseUrl));
    const { token } = (await (await fetch(`${running.url}/login`, login)).json()) as { token: string };
    const answer = await fetch(`${running.url}${OWN}/balances`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(running.output()).not.toMatch(/canary/);
    expect(await running.end()).toBe(0);
  });

  it('asks the service by the tenant file of its variable or option', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loyalty-proxy-'));
    const file = join(folder, 'tenant.mjs');
    writeFileSync(file, "export default { errors: { statuses: { 418: 'conflict' } } };\n");
    proxy.upstream.onCall = (_, response) => void response.writeHead(418).end();
    const variables = variablesFor(proxy.upstream.baseUrl);
    const statusOf = async (more: object, options: readonly string[] = []): Promise<number> => {
      const args = ['--import', 'tsx', 'src/proxy/main.ts', ...options];
      const running = await startProxyProcess({ ...variables, ...more }, { args });
      const { token } = (await (await fetch(`${running.url}/login`, login)).json()) as { token: string };
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await fetch(`${running.url}${OWN}/balances`, { headers });
      await running.end();
      return status;
    };
    expect(await statusOf({ LOYALTY_TENANT_FILE: '' })).toBe(418);
    expect(await statusOf({ LOYALTY_TENANT_FILE: file })).toBe(409);
    expect(await statusOf({}, ['--tenant', file])).toBe(409);
    rmSync(folder, { recursive: true });
    proxy.upstream.clear();
    for (const [options, problem] of [
      [['--tenant'], 'needs the path of a module'],
      [['--tenant', file], 'cannot be loaded'],
    ] as const)
      await expect(statusOf({}, options)).rejects.toThrow(problem);
  });

  it('does not start on a port that is taken', async () => {
    const taken = { ...variablesFor(proxy.upstream.baseUrl), PORT: String(proxy.port) };
    await expect(startProxyProcess(taken)).rejects.toThrow(/exit 1\n[^]*The port is taken/);
    const settings = settingsFor(proxy.upstream.baseUrl, { port: proxy.port });
    await expect(serveProxy(settings)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('prints the settings to correct and exits with 1', async () => {
    const wrong = {
      ...variablesFor('http://api.acme.example.com/api'),
      LOYALTY_SHOP_SECRET: '',
      LOYALTY_UPSTREAM: 'customer',
    };
    const failed = startProxyProcess(wrong);
    await expect(failed).rejects.toThrow(
      /exit 1\nThe loyalty proxy cannot start\.\n- LOYALTY_BASE_URL must be[^]*\n- LOYALTY_SHOP_SECRET is missing/,
    );
    await expect(failed).rejects.not.toThrow(/canary/);
  });
});

describe('operated loyalty-proxy', () => {
  const read = async (url: string) => {
    const response = await fetch(url);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('answers probes outside of its path prefix, and nothing else there', async () => {
    const prefixed = { ...variablesFor(proxy.upstream.baseUrl), LOYALTY_PATH_PREFIX: '/loyalty' };
    const running = await startProxyProcess(prefixed);
    const { origin } = new URL(running.url);
    expect(await read(`${origin}/health`)).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await read(`${origin}/ready`)).toEqual({ status: 200, body: { status: 'ready' } });
    expect((await read(`${origin}/ready?x=1`)).status).toBe(404);
    expect((await fetch(`${origin}/health`, { method: 'POST' })).status).toBe(404);
    expect(await running.end()).toBe(0);
  });

  it('is healthy and not ready without its storage, and logs its address and the cause without the password', async () => {
    const port = await freePort();
    const running = await startProxyProcess({
      ...variablesFor(proxy.upstream.baseUrl),
      REDIS_URL: `redis://user:canary-redis@127.0.0.1:${port}`,
    });
    expect((await read(`${running.url}/health`)).status).toBe(200);
    expect(await read(`${running.url}/ready`)).toEqual({ status: 503, body: { status: 'storage failed' } });
    expect((await fetch(`${running.url}/login`, login)).status).toBe(503);
    const entry = { level: 'error', event: 'storage_failed' };
    const diagnostic = `Redis at 127.0.0.1:${port} failed: ECONNREFUSED.`;
    const lines = running.errors().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      ...entry,
      diagnostic,
    });
    expect(running.output()).not.toMatch(/canary/);
    expect(await running.end()).toBe(0);
  });

  it('stores under the prefix that is set, and is not ready while Redis answers reads and refuses writes', async (context) => {
    context.skip(!hasRedis || Boolean(process.env['REDIS_URL']), NEEDS_REDIS);
    const redis = await startRedis();
    const client = redis.client();
    const running = await startProxyProcess({
      ...variablesFor(proxy.upstream.baseUrl),
      REDIS_URL: redis.url,
      LOYALTY_STORAGE_PREFIX: 'acme-staging:',
    });
    const { token } = (await (await fetch(`${running.url}/login`, login)).json()) as { token: string };
    expect((await read(`${running.url}/ready`)).status).toBe(200);
    const prefixes = (await client.keys('*')).map((key) => key.split(':')[0]);
    expect(new Set(prefixes)).toEqual(new Set(['acme-staging']));
    // As with a full disk: Redis goes on answering reads.
    await client.config('SET', 'min-replicas-to-write', '1');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${running.url}${OWN}/balances`, { headers })).status).toBe(200);
    expect(await read(`${running.url}/ready`)).toEqual({ status: 503, body: { status: 'storage failed' } });
    expect((await read(`${running.url}/health`)).status).toBe(200);
    await client.config('SET', 'min-replicas-to-write', '0');
    expect((await read(`${running.url}/ready`)).status).toBe(200);
    expect(await running.end()).toBe(0);
    await redis.stop();
  });

  it('prints no access log unless it is asked for', async () => {
    const running = await startProxyProcess(variablesFor(proxy.upstream.baseUrl));
    await fetch(`${running.url}/login`, login);
    expect(running.output().trim()).toBe(`Loyalty proxy: ${running.url}`);
    await running.end();
  });

  it.each([
    ['requests', undefined],
    ['customers', 'profile-1001'],
  ])(
    'prints an access log of %s as lines of JSON, without tokens, secrets and other data of a request',
    async (LOYALTY_ACCESS_LOG, profile) => {
      const variables = variablesFor(proxy.upstream.baseUrl);
      const running = await startProxyProcess({
        ...variables,
        LOYALTY_ACCESS_LOG,
        LOYALTY_PATH_PREFIX: '/loyalty',
      });
      const { token } = (await (await fetch(`${running.url}/login`, login)).json()) as { token: string };
      const headers = { Authorization: `Bearer ${token}`, 'X-Canary': 'canary-header' };
      await fetch(`${running.url}${OWN}/balances`, { headers });
      await fetch(`${running.url}/v3/lists/shares/canary-share/items?email=canary-query`, { headers });
      await fetch(`${running.url}/canary-path/x`, { method: 'PROPFIND', headers });
      await expect.poll(() => running.output().split('\n').length).toBeGreaterThan(5);
      const lines = running
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{"time"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines).toMatchObject([
        { method: 'POST', operation: 'login', status: 200 },
        { method: 'GET', operation: 'profiles.balances.show', status: 200, ...(profile && { profile }) },
        { method: 'GET', status: 404 },
        { method: 'other', operation: 'none', status: 404 },
      ]);
      expect(lines.map((line) => typeof line['ms'])).toEqual(lines.map(() => 'number'));
      // A duration may have the digits of an id.
      const text = JSON.stringify(lines.map((line) => ({ ...line, ms: 0 })));
      expect(text).not.toMatch(/canary/i);
      for (const secret of [token, ANN.email, ANN.id, ...(profile ? [] : ['profile-1001'])])
        expect(text.replaceAll('profile-1001', profile ? '' : 'profile-1001')).not.toContain(secret);
      await running.end();
    },
  );

  it('gives metrics on a port of its own, and none of a customer', async () => {
    const running = await startProxyProcess({
      ...variablesFor(proxy.upstream.baseUrl),
      LOYALTY_METRICS_PORT: '0',
    });
    const { token } = (await (await fetch(`${running.url}/login`, login)).json()) as { token: string };
    await fetch(`${running.url}${OWN}/balances`, { headers: { Authorization: `Bearer ${token}` } });
    await fetch(`${running.url}${OWN}/balances`, { headers: { Origin: 'https://evil.example' } });
    const url = /Metrics: (\S+)/.exec(running.output())![1]!;
    const text = await (await fetch(url)).text();
    expect(text).toMatch(
      /^loyalty_proxy_request_seconds_count\{method="GET",operation="profiles.balances.show",status="200"\} 1$/m,
    );
    expect(text).toMatch(/^loyalty_proxy_log_entries_total\{level="warn",event="origin_refused"\} 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    for (const secret of [token, 'profile-1001', ANN.email, 'canary', 'evil'])
      expect(text).not.toContain(secret);
    expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect(await running.end()).toBe(0);
  });

  it('takes requests that a web server in front got over http only with a switch, which it warns of at the start', async () => {
    const behindNginx = { ...variablesFor(proxy.upstream.baseUrl), LOYALTY_TRUSTED_HOPS: '127.0.0.1' };
    const forwarded = {
      ...login,
      headers: { ...login.headers, 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'http' },
    };
    const strict = await startProxyProcess(behindNginx);
    expect((await fetch(`${strict.url}/login`, forwarded)).status).toBe(403);
    expect(strict.errors()).toContain('LOYALTY_ALLOW_HTTP=1');
    await strict.end();
    const open = await startProxyProcess({ ...behindNginx, LOYALTY_ALLOW_HTTP: '1' });
    expect(open.errors()).toMatch(/"event":"http_allowed".*PASSWORDS AND SESSIONS CAN BE READ/);
    expect((await fetch(`${open.url}/login`, forwarded)).status).toBe(200);
    await open.end();
  });

  it.each([
    [{ LOYALTY_ACCESS_LOG: 'yes' }, 'LOYALTY_ACCESS_LOG must be requests or customers.'],
    [{ LOYALTY_ALLOW_HTTP: 'true' }, 'LOYALTY_ALLOW_HTTP must be 0 or 1.'],
    [{ LOYALTY_METRICS_PORT: '70000' }, 'LOYALTY_METRICS_PORT must be a whole number up to 65535.'],
    [
      { UPSTASH_REDIS_REST_URL: 'http://canary.upstash.io' },
      'UPSTASH_REDIS_REST_URL must be an https address',
    ],
  ])('does not start with %j', async (wrong, diagnostic) => {
    const failed = startProxyProcess({ ...variablesFor(proxy.upstream.baseUrl), ...wrong });
    await expect(failed).rejects.toThrow(diagnostic);
    await expect(failed).rejects.not.toThrow(/canary/);
  });

  it('prints its version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'src/proxy/main.ts', '--version'],
      { encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, `${version}\n`]);
  });
});

describe('edge runtime entry', () => {
  const { PORT: _, ...bindings } = variablesFor('');
  const at = (path: string, init?: RequestInit) => new Request(`https://proxy.example${path}`, init);

  it('is a module with a fetch handler that reads its bindings', async () => {
    const handler = edgeProxy(() => ({
      storage: { ...memoryStorage(), shared: true },
      addressHeader: 'cf-connecting-ip',
    }));
    const here = { ...bindings, LOYALTY_BASE_URL: proxy.upstream.baseUrl };
    const response = await handler.fetch(at('/login', login), here);
    const { token } = (await response.json()) as { token: string };
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, SHOP]);
    const answer = await handler.fetch(
      at(`${OWN}/balances`, { headers: { Authorization: `Bearer ${token}` } }),
      here,
    );
    expect(answer.status).toBe(200);
  });

  it('reports the wrong bindings, and the wrong settings of the program, in one error', async () => {
    const wrong = { ...bindings, LOYALTY_BASE_URL: 'http://api.example.com', LOYALTY_USERNAME: '' };
    const handler = edgeProxy(() => ({ origins: ['https://shop.example/'], pathPrefix: 'loyalty' }));
    await expect(handler.fetch(at('/login', login), wrong)).rejects.toThrow(
      /\n- LOYALTY_BASE_URL must be[^]*\n- origins: "[^]*\n- pathPrefix must[^]*\n- LOYALTY_USERNAME is missing/,
    );
  });

  it('requires https, and counts tries by the address in the header of the runtime', async () => {
    let asked = 0;
    const settings = {
      ...settingsFor(proxy.upstream.baseUrl, { loginGridMs: 1 }),
      directory: {
        authenticate: async () => void asked++,
        create: () => Promise.reject(new Error('unused')),
      },
    };
    const edge = createProxy({ ...settings, addressHeader: 'CF-Connecting-IP' });
    expect((await edge.fetch(new Request('http://proxy.example/login', login))).status).toBe(403);
    for (let which = 0; which < 100; which++) {
      const headers = {
        Authorization: basic(`user-${which}`, 'x'),
        'CF-Connecting-IP': '203.0.113.7',
        'X-Forwarded-For': `10.0.0.${which}`,
      };
      await edge.fetch(at('/login', { method: 'POST', headers }));
    }
    expect(asked).toBe(20);
  });

  it('answers 300 requests as the proxy on Node does', async () => {
    const settings = settingsFor(proxy.upstream.baseUrl, { directory: proxy.directory });
    const edge = createProxy({ ...settings, limits: { perAddress: 1_000, createPerAddress: 1_000 } });
    const node = await serveProxy({ ...settings, limits: { perAddress: 1_000, createPerAddress: 1_000 } });
    const session = async (fetched: Promise<Response>) =>
      ((await (await fetched).json()) as { token: string }).token;
    const tokens = {
      edge: await session(Promise.resolve(edge.fetch(at('/login', login)))),
      node: await session(fetch(`${node.url}/login`, login)),
    };
    const paths = [
      '/login',
      '/create',
      '/',
      `${OWN}/balances`,
      `${OWN}/lists`,
      `${OWN}/lists/x`,
      `${OWN}/purge`,
      '/v3/webhooks',
      '/v3/a%2Fb',
      `${OWN}/lists?profile_id=x`,
    ];
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
    const kinds: RequestInit[] = [
      {},
      { headers: { 'Content-Type': 'application/json' }, body: '{"name":"x"}' },
      { headers: { 'Content-Type': 'text/plain' }, body: 'x' },
      { headers: { Origin: SHOP } },
      { headers: { Origin: 'https://evil.example' } },
      { headers: { 'Sec-Fetch-Site': 'cross-site' } },
    ];
    const view = async (response: Response) => {
      const {
        date: _d,
        connection: _c,
        'keep-alive': _k,
        'content-length': _l,
        'transfer-encoding': _t,
        ...headers
      } = Object.fromEntries(response.headers);
      return { status: response.status, headers, text: await response.text() };
    };
    let count = 0;
    for (const path of paths) {
      for (const method of methods) {
        for (const { headers, body } of kinds) {
          const init = (token: string): RequestInit => ({
            method,
            headers: { ...headers, Authorization: `Bearer ${token}` },
            ...(body !== undefined && method !== 'GET' && { body }),
          });
          const [a, b] = [
            await edge.fetch(at(path, init(tokens.edge))),
            await fetch(node.url + path, init(tokens.node)),
          ];
          expect([method, path, await view(a)]).toEqual([method, path, await view(b)]);
          count++;
        }
      }
    }
    expect(count).toBe(300);
    await node.stop();
  });
});

describe('addresses in limits', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:0DB8:0000:0007:aaaa:bbbb:cccc:dddd', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, key) => {
    expect(limitKeyOf(address)).toBe(key);
  });

  it('accept only addresses and networks as trusted hops', async () => {
    for (const hop of ['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '0.0.0.0/0', '']) {
      await expect(
        serveProxy({ ...settingsFor(proxy.upstream.baseUrl), trustedHops: [hop] }),
      ).rejects.toThrow(/trustedHops/);
    }
  });
});
