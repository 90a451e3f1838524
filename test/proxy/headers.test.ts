import { proxy as honoProxy } from 'hono/proxy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowedEndpoints, type CustomerDirectory } from '../../src/proxy/index.ts';
import { ANN, basic, openProxy, SECRETS, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { seededRandom } from '../../demo/sample/seeded-random.ts';
import { each, pick } from './support/random.ts';
import { request, sendRaw } from './support/raw.ts';
import { startTwin } from './support/twin.ts';

// Which headers are forwarded in both directions, and which every answer has.

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const OWN = '/v3/profiles/profile-1001';
/** The headers that `fetch` itself adds. */
const BY_FETCH = [
  'host',
  'connection',
  'user-agent',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
  'content-length',
];
const FIVE = ['authorization', 'accept', 'content-type', 'accept-language', 'idempotency-key'];

const NAMES = [
  'Cookie',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'X-User-Id',
  'X-Profile-Id',
  'X-Admin',
  'Forwarded',
  'Via',
  'X-Original-URL',
  'X-HTTP-Method-Override',
  'X-Api-Key',
  'Proxy-Authorization',
  'Referer',
  'User-Agent',
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'Expect',
  'Upgrade',
  'HTTP2-Settings',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Max-Forwards',
  'Prefer',
  'DNT',
  'Early-Data',
  'X-Request-Id',
  'traceparent',
  'baggage',
  'CF-Connecting-IP',
  'True-Client-IP',
  'X-Csrf-Token',
  'Origin',
] as const;
const CONNECTIONS = [
  'keep-alive',
  'close, Authorization',
  'Content-Type',
  'X-User-Id, close',
  'Accept, Idempotency-Key',
];

describe('headers to the service', () => {
  it('have no more than five names, for 1,000 sets of headers', async () => {
    const random = seededRandom(99);
    const sets = Array.from({ length: 1_000 }, () => {
      const count = 1 + Math.floor(random() * 8);
      const headers = Array.from(
        { length: count },
        () => [pick(random, NAMES), 'canary-header'] as [string, string],
      );
      if (random() < 0.3) headers.push(['Connection', pick(random, CONNECTIONS)]);
      // Two origins are refused: origins.test.ts tests that.
      return [...new Map(headers)].map(([name, value]) => [name, name === 'Origin' ? SHOP : value] as const);
    });
    await each(sets, 40, async (headers) => {
      const own = headers.filter(([name]) => !/^(x-forwarded-(for|proto)|expect)$/i.test(name));
      const body = random() < 0.3 ? '{"name":"x"}' : '';
      const answer = await sendRaw(
        proxy.port,
        request(
          body ? 'POST' : 'GET',
          `${OWN}/lists`,
          [
            ['Authorization', `Bearer ${token}`],
            ['Content-Type', 'application/json'],
            ['Idempotency-Key', 'key-1'],
            ['Accept-Language', 'en'],
            ...own,
          ],
          body,
        ),
      );
      expect(answer.status).toBe(200);
    });
    expect(proxy.upstream.calls).toHaveLength(1_000);
    const names = new Set(proxy.upstream.calls.flatMap(({ headers }) => Object.keys(headers)));
    expect([...names].filter((name) => !FIVE.includes(name) && !BY_FETCH.includes(name))).toEqual([]);
    expect(JSON.stringify(proxy.upstream.calls)).not.toContain('canary-header');
    expect(new Set(proxy.upstream.calls.map(({ headers }) => headers['host'])).size).toBe(1);
  });

  it("have more names in a twin with the framework's own proxy helper", async () => {
    const { baseUrl, calls } = proxy.upstream;
    const twin = await startTwin((incoming) => honoProxy(baseUrl + new URL(incoming.url).pathname, incoming));
    await sendRaw(
      twin.port,
      request('GET', `${OWN}/lists`, [
        ['Cookie', 'canary-header'],
        ['X-User-Id', '1'],
      ]),
    );
    await twin.stop();
    expect(JSON.stringify(calls)).toContain('canary-header');
  });

  it.each([
    [
      'Content-Length and chunks together',
      'POST',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      '0\r\n\r\nGET /v3/webhooks HTTP/1.1\r\n\r\n',
    ],
    ['two Content-Length headers', 'POST', 'Content-Length: 4\r\nContent-Length: 40\r\n', '{"a":1}'],
    ['an unknown transfer coding', 'POST', 'Transfer-Encoding: xchunked\r\n', '{}'],
    ['chunks, hidden by a blank', 'POST', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
    ['a folded header line', 'GET', 'X-A: b\r\n Authorization: Bearer x\r\n', ''],
    ['a lone line feed', 'GET', 'X-A: b\nX-Smuggled: c\r\n', ''],
    ['a lone carriage return', 'GET', 'X-A: b\rX-Smuggled: c\r\n', ''],
    ['a NUL', 'GET', 'X-A: b\0c\r\n', ''],
    ['a blank in a name', 'GET', 'X A: b\r\n', ''],
    ['a broken chunk size', 'POST', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a GET with a body', 'GET', 'Content-Length: 2\r\n', '{}'],
  ])('do not allow request smuggling by %s', async (_, method, headers, body) => {
    const bytes = `${method} ${OWN}/lists HTTP/1.1\r\nHost: x.example\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
    const answer = await sendRaw(proxy.port, Buffer.from(bytes, 'latin1'), 5_000);
    expect([400, 408].includes(answer.status)).toBe(true);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('have an idempotency key only if it is well formed', async () => {
    const ask = (headers: [string, string][]) =>
      sendRaw(proxy.port, request('GET', `${OWN}/lists`, [['Authorization', `Bearer ${token}`], ...headers]));
    expect((await ask([['Idempotency-Key', 'a b']])).status).toBe(400);
    expect((await ask([['Idempotency-Key', 'x'.repeat(256)]])).status).toBe(400);
  });

  const sendLanguage = (port: number, value: string) =>
    sendRaw(
      port,
      request('GET', `${OWN}/lists`, [
        ['Authorization', `Bearer ${token}`],
        ['Accept-Language', value],
      ]),
    );
  const NONE = undefined;
  const TAGS = Array.from({ length: 300 }, (_, at) => `de-x-shop${at}`).join();
  const LONG = Array.from({ length: 2_000 }, () => 'de').join(', ');

  it.each<[string, string, string | undefined]>([
    ['of one tag', 'de-AT', 'de-AT'],
    ['of several with weights', 'de-AT, de;q=0.9, *;q=0.1', 'de-AT, de;q=0.9, *;q=0.1'],
    ['with a weight that is none, which the service ignores', 'de;q=high, en', 'de;q=high, en'],
    ['of 200 characters', 'd'.repeat(200), 'd'.repeat(200)],
    ['of 201 characters', 'd'.repeat(201), NONE],
    ['of 300 tags', TAGS, NONE],
    ['of 8 kB', LONG, NONE],
    ['with markup', 'en"<script>', NONE],
    ['with a tab', 'en\tde', NONE],
    ['with letters outside of ASCII', 'dé', NONE],
    ['of nothing', '', NONE],
  ])('have the language %s only if it has up to 200 well-formed characters', async (_, value, forwarded) => {
    expect((await sendLanguage(proxy.port, value)).status).toBe(200);
    expect(proxy.upstream.calls.map(({ headers }) => headers['accept-language'])).toEqual([forwarded]);
  });

  it.each(['de\r\nX-Smuggled: 1', 'de\nX-Smuggled: 1', 'de\rX-Smuggled: 1'])(
    'have no header that a line break in the language adds: %j',
    async (value) => {
      await sendLanguage(proxy.port, value);
      const { calls } = proxy.upstream;
      expect(
        calls.filter(
          ({ headers }) => 'x-smuggled' in headers || /X-S/.test(headers['accept-language'] ?? ''),
        ),
      ).toEqual([]);
    },
  );

  it('have a language of 300 tags, of 8 kB and with markup in a twin that forwards every header', async () => {
    const { baseUrl, calls } = proxy.upstream;
    const twin = await startTwin((incoming) => honoProxy(baseUrl + new URL(incoming.url).pathname, incoming));
    for (const value of [TAGS, LONG, 'en"<script>']) await sendLanguage(twin.port, value);
    await twin.stop();
    expect(calls.map(({ headers }) => headers['accept-language'])).toEqual([TAGS, LONG, 'en"<script>']);
  });
});

const ANSWER_HEADERS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'cache-control',
  'content-language',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'connection',
  'keep-alive',
  'deprecation',
  'referrer-policy',
  'retry-after',
  'strict-transport-security',
  'sunset',
  'vary',
  'x-content-type-options',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'transfer-encoding',
];

const HOSTILE: Record<string, string | string[]> = {
  'Set-Cookie': ['a=1; Domain=.example.com', 'b=2'],
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Cache-Control': 'public, max-age=99999',
  'Clear-Site-Data': '"*"',
  'Content-Security-Policy': 'default-src *',
  'Content-Disposition': 'attachment',
  Link: '<https://evil.example/x.js>; rel=preload',
  Refresh: '0; url=https://evil.example',
  Server: 'canary-server/1.0',
  'Service-Worker-Allowed': '/',
  'X-Powered-By': 'canary',
  'X-Debug-Token': 'canary',
  'Www-Authenticate': 'Basic realm="canary"',
  'Alt-Svc': 'h3=":443"',
  'Retry-After': '3',
  Vary: '*',
  'Content-Language': 'de',
};

describe('headers to the browser', () => {
  const fill = (path: string) =>
    path
      .replace('search-profile/{identifier}', 'search-profile/1001')
      .replace(/^\/v3\/profiles\/\{\w+\}/, OWN)
      .replace(/\{\w+\}/g, 'x1');

  it('are the proxy’s own and a few named ones, on every route with each of 12 statuses', async () => {
    const statuses = [200, 201, 202, 400, 401, 403, 404, 409, 422, 429, 500, 503];
    const seen = new Map<number, Set<string>>();
    let status = 200;
    proxy.upstream.onCall = (_, response) => {
      const trace = JSON.stringify({ message: 'x', stack: 'canary-stack at /srv' });
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...HOSTILE })
        .end(status < 500 ? '{"message":"x"}' : trace);
    };
    for (status of statuses) {
      await each(allowedEndpoints(), 20, async ({ method, path }) => {
        const response = await fetch(proxy.url + fill(path), {
          method,
          headers: { Authorization: `Bearer ${token}`, Origin: SHOP },
        });
        const text = await response.text();
        expect(response.status).toBe(status);
        expect(text).not.toContain('canary');
        const { date: _, ...headers } = Object.fromEntries(response.headers);
        seen.set(
          status,
          (seen.get(status) ?? new Set()).add(JSON.stringify(headers, Object.keys(headers).sort(), 1)),
        );
      });
    }
    const text = [...seen].map(([code, sets]) => `${code}\n${[...sets].join('\n')}`).join('\n\n');
    expect(text).not.toContain('canary');
    for (const sets of seen.values()) {
      for (const set of sets) {
        expect(Object.keys(JSON.parse(set)).filter((name) => !ANSWER_HEADERS.includes(name))).toEqual([]);
      }
      // The same set of headers for a status on every route.
      expect(sets.size).toBe(1);
    }
    await expect(`${text}\n`).toMatchFileSnapshot('./answer-headers.txt');
  });

  it('are the same on answers of the proxy itself', async () => {
    const wanted = {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    for (const [method, target, status] of [
      ['GET', '/', 404],
      ['GET', '/v3/../x', 400],
      ['GET', '/login', 405],
      ['POST', '/login', 401],
      ['POST', '/create', 422],
      ['GET', `${OWN}/lists`, 401],
      ['GET', '/v3/webhooks', 404],
      ['TRACE', '/v3/webhooks', 404],
      ['BREW', '/coffee', 400],
      ['GET /x y', '', 400],
    ] as const) {
      const answer = await sendRaw(proxy.port, request(method, target));
      expect([target, answer.status]).toEqual([target, status]);
      expect(Object.fromEntries(answer.headers)).toMatchObject(wanted);
      expect(Object.keys(JSON.parse(answer.body))).toContain('message');
    }
  });

  it('are the same on the answer to a request whose head is too large', async () => {
    const answer = await sendRaw(proxy.port, request('GET', '/', [['X-A', 'a'.repeat(20_000)]]));
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([431, 'nosniff']);
  });
});

describe('secrets', () => {
  it('are in no answer and no log line, whatever fails', async () => {
    const directory: CustomerDirectory = {
      authenticate: (_, password) => Promise.reject(new Error(`${SECRETS.shopSecret} ${password}`)),
      create: ({ password }) => Promise.reject(new Error(`${SECRETS.clientSecret} ${password}`)),
    };
    const broken = await openProxy({ directory });
    const texts: string[] = [];
    const send = async (path: string, init: RequestInit) => {
      const response = await fetch(broken.url + path, { method: 'POST', ...init });
      texts.push(await response.text(), JSON.stringify([...response.headers]));
    };
    await send('/login', { headers: { Authorization: basic(ANN.email, 'canary-user-word') } });
    const json = { 'Content-Type': 'application/json' };
    await send('/create', { headers: json, body: '{"email":"a@b.example","password":"canary-user-word"}' });
    await broken.upstream.stop();
    await send('/create', { headers: json, body: '{"email":"a@b.example","password":"canary-user-word"}' });
    expect(texts.join() + JSON.stringify(broken.log)).not.toMatch(/canary|127\.0\.0\.1|ann@|a@b/);
    expect(broken.log.map(({ event }) => event)).toContain('upstream_unreachable');
    await broken.stop();
  });
});
