import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProxy, type LogEntry } from '../../src/proxy/index.ts';
import { ANN, basic, openProxy, settingsFor, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { seededRandom } from '../../demo/sample/seeded-random.ts';
import { each, pick } from './support/random.ts';
import { request, sendRaw } from './support/raw.ts';

// Which pages may send requests, and what requests of other sites can change.

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const OWN = '/v3/profiles/profile-1001';
const ALLOWED = [SHOP, 'https://www.shop.example'];

/** Origins that look like the shop's: prefixes, suffixes, case, ports, dots, other schemes, other alphabets. */
function origins(count: number): string[] {
  const random = seededRandom(5);
  const hosts = [
    'shop.example',
    'www.shop.example',
    'shop.exampl',
    'shopxexample',
    'evil.example',
    'xn--shp-0na.example',
    'localhost',
  ];
  const before = ['', '', 'www.', 'evil-', 'a.', '.', 'shop.example.', 'shop.example@', '*.', 'www.www.'];
  const after = [
    '',
    '',
    '.',
    '.evil.example',
    ':443',
    ':8443',
    '/',
    '/x',
    '?',
    '#',
    '%00',
    '\t',
    '%2eevil.example',
    ',https://x',
    '\u3002x',
  ];
  const schemes = [
    'https://',
    'https://',
    'http://',
    'HTTPS://',
    'https:/',
    'https:',
    '//',
    '',
    'wss://',
    'chrome-extension://',
    'https://https://',
  ];
  const special = [
    'null',
    'NULL',
    '*',
    '',
    ' ',
    'file://',
    'https://',
    'undefined',
    'https://shop.example https://evil.example',
    ...ALLOWED,
  ];
  return Array.from({ length: count }, () => {
    if (random() < 0.05) return pick(random, special);
    const origin = pick(random, schemes) + pick(random, before) + pick(random, hosts) + pick(random, after);
    const at = Math.floor(random() * origin.length);
    const roll = random();
    if (roll < 0.15) return origin.slice(0, at) + (origin[at] ?? '').toUpperCase() + origin.slice(at + 1);
    if (roll < 0.25) return origin.slice(0, at) + origin.slice(at + 1);
    return origin;
  });
}

describe('origins', () => {
  it('get permission only if they are in the list: 10,000 origins, in requests and preflights', async () => {
    const app = createProxy({ ...settingsFor('http://127.0.0.1:9/api'), directory: proxy.directory });
    let permitted = 0;
    for (const origin of origins(10_000)) {
      let headers: Headers;
      try {
        headers = new Headers({ Origin: origin });
      } catch {
        continue; // cannot be a header
      }
      const sent = headers.get('Origin') ?? '';
      for (const method of ['GET', 'OPTIONS']) {
        const response = await app.fetch(
          new Request(`https://proxy.example${OWN}/balances`, { method, headers }),
        );
        const given = response.headers.get('Access-Control-Allow-Origin');
        const isAllowed = ALLOWED.includes(sent);
        expect([sent, given]).toEqual([sent, isAllowed ? sent : null]);
        expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
        expect(response.headers.get('Vary')).toContain('Origin');
        if (method === 'GET') expect(response.status).toBe(isAllowed || sent === null ? 401 : 403);
        if (isAllowed) permitted++;
      }
    }
    expect(permitted).toBeGreaterThan(100);
  });

  it('get the same permission over sockets: 300 origins', async () => {
    await each(origins(300), 20, async (origin) => {
      if (/[^\x20-\x7e]/.test(origin)) return;
      const answer = await sendRaw(proxy.port, request('GET', `${OWN}/balances`, [['Origin', origin]]));
      const given = answer.headers.get('access-control-allow-origin');
      expect(given === undefined || (ALLOWED.includes(origin.trim()) && given === origin.trim())).toBe(true);
    });
  });

  it('get permission from a twin that compares suffixes', () => {
    const twin = (origin: string) => /shop.example$/i.test(origin);
    const wrong = origins(10_000).filter((origin) => twin(origin) && !ALLOWED.includes(origin));
    expect(wrong.length).toBeGreaterThan(100);
  });

  it('may send the headers of tools for tracing, which do not reach the service', async () => {
    const names = ['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'newrelic', 'x-datadog-trace-id'];
    const { headers } = await fetch(`${proxy.url}${OWN}/balances`, {
      method: 'OPTIONS',
      headers: {
        Origin: SHOP,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': names.join(','),
      },
    });
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(expect.arrayContaining(names));
    proxy.upstream.clear();
    const sent = Object.fromEntries(names.map((name) => [name, 'mark-of-the-page']));
    const token = await proxy.signIn();
    const answer = await fetch(`${proxy.url}${OWN}/balances`, {
      headers: { Origin: SHOP, Authorization: `Bearer ${token}`, ...sent },
    });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(proxy.upstream.calls)).not.toContain('mark-of-the-page');
  });

  it('get a preflight answer for four methods and the headers that the elements send', async () => {
    const preflight = (origin: string) =>
      fetch(`${proxy.url}${OWN}/balances`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'DELETE',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
    const allowed = await preflight(SHOP);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
    for (const name of ['authorization', 'content-type', 'accept', 'idempotency-key']) {
      expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(name);
    }
    const foreign = await preflight('https://evil.example');
    expect([...foreign.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('are logged once when they are refused, at most 20 of them', async () => {
    const log: LogEntry[] = [];
    const app = createProxy({
      ...settingsFor('http://127.0.0.1:9/api'),
      directory: proxy.directory,
      log: (entry) => log.push(entry),
    });
    const ask = (origin: string) =>
      app.fetch(
        new Request(`https://proxy.example${OWN}/balances`, {
          method: 'OPTIONS',
          headers: { Origin: origin },
        }),
      );
    const first = ['http://localhost:5173', 'null'];
    for (const origin of [
      ...first,
      ...first,
      SHOP,
      'https://evil.example/path',
      `https://${'a'.repeat(300)}.example`,
      '*',
    ])
      await ask(origin);
    const refused = log.filter(({ event }) => event === 'origin_refused');
    expect(refused.map(({ origin }) => origin)).toEqual(first);
    expect(refused[0]?.diagnostic).toContain('LOYALTY_ORIGINS');
    for (let at = 0; at < 100; at++) await ask(`https://shop-${at}.example`);
    expect(log.filter(({ event }) => event === 'origin_refused')).toHaveLength(20);
  });

  it('may read the answer to a refused request', async () => {
    const response = await fetch(`${proxy.url}${OWN}/balances`, { headers: { Origin: SHOP } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, SHOP]);
  });
});

describe('requests that another site can send without a preflight', () => {
  const types = [
    undefined,
    '',
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain;application/json',
    'text/plain, application/json',
    'application/jsonx',
    'application/json-patch+json',
    'application/json, text/plain',
    'text/html',
    'Text/Plain',
    'application/octet-stream',
    ' ;charset=utf-8',
    'json',
    '*/*',
    'application/json;charset=utf-7',
    'x/y',
    'application/*',
  ];
  const senders = [
    {},
    { Origin: 'https://evil.example' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
  ];
  const guest = '{"email":"csrf@example.com","password":"long enough"}';
  const form = 'email=csrf@example.com&password=longenough';

  it('change nothing: 200 forms of a sign-up', async () => {
    const shapes = types.flatMap((type) =>
      senders.flatMap((sender) => [guest, form].map((body) => ({ type, sender, body }))),
    );
    expect(shapes).toHaveLength(200);
    const wide = await openProxy({ limits: { createPerAddress: 1_000 } });
    await each(shapes, 20, async ({ type, sender, body }) => {
      const headers = [
        ...Object.entries(sender),
        ...(type === undefined ? [] : [['Content-Type', type] as const]),
      ];
      const { status } = await sendRaw(wide.port, request('POST', '/create', headers, body));
      expect([400, 403, 415]).toContain(status);
    });
    expect(wide.upstream.profiles).toHaveLength(2);
    expect(wide.upstream.connections).toBe(0);
    await wide.stop();
  });

  it('change nothing with the right type from another site', async () => {
    const type = ['Content-Type', 'application/json'] as const;
    for (const sender of senders.slice(1)) {
      const headers = [...Object.entries(sender), type];
      expect((await sendRaw(proxy.port, request('POST', '/create', headers, guest))).status).toBe(403);
      const signedIn = [...headers, ['Authorization', `Bearer ${token}`] as const];
      expect((await sendRaw(proxy.port, request('POST', `${OWN}/lists`, signedIn, '{}'))).status).toBe(403);
      const login = [...Object.entries(sender), ['Authorization', basic(ANN.email, ANN.password)] as const];
      expect((await sendRaw(proxy.port, request('POST', '/login', login))).status).toBe(403);
    }
    expect(proxy.upstream.connections).toBe(0);
  });

  it('change nothing in a profile without a token, whatever cookies they have', async () => {
    const headers = [['Cookie', `token=${token}; Authorization=Bearer ${token}`]] as const;
    for (const target of [
      `${OWN}/lists`,
      `${OWN}/lists?token=${token}`,
      `${OWN}/lists?access_token=${token}`,
    ]) {
      expect((await sendRaw(proxy.port, request('POST', target, headers))).status).toBe(401);
    }
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('create an account in a twin that does not check the type', async () => {
    const twin = async (incoming: Request) => JSON.parse(await incoming.text());
    const simple = new Request('https://proxy.example/create', { method: 'POST', body: guest });
    expect(simple.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await twin(simple)).toEqual(JSON.parse(guest));
  });
});

describe('form or link on the shop’s own page', () => {
  const modes = [
    ['GET', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' }],
    ['POST', { Origin: SHOP, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['POST', { Origin: SHOP, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' }],
  ] as const;
  it.each(modes)('is refused: %s with %o', async (method, headers) => {
    const proxy = await openProxy();
    const answer = await sendRaw(
      proxy.port,
      request(method, '/v3/profiles/profile-1001/balances', Object.entries(headers)),
    );
    expect(answer.status).toBe(403);
    await proxy.stop();
  });
});
