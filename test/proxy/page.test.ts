import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_PARTS, partAddresses, type PageAnswer } from '../../src/services/transport/page-parts.ts';
import { ownTime } from '../support/own-time.ts';
import { ask, OWN, withJson } from './support/ask.ts';
import { ANN, basic, openProxy, SECRETS, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { startTwin } from './support/twin.ts';

// `GET {proxy_url}/page?show=…`: several requests in one, each with the checks of a single one.

const DEADLINE_MS = 800;
const ALL = Object.keys(PAGE_PARTS).join(',');
const PARTS = Object.values(PAGE_PARTS).flat().length;
const FIRST_PAGE = '?page%5Bsize%5D=100&page%5Bnumber%5D=1';
const BALANCES = `${OWN}/balances`;
const TIER = `${OWN}/tier`;
const TIERS = '/v3/tiers/definitions';
const REWARDS = `${OWN}/rewards${FIRST_PAGE}`;
const OFFERS = `/v3/rewards/definitions${FIRST_PAGE}`;
const WISHLIST = `${OWN}/lists/wishlist/items${FIRST_PAGE}`;

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy({ deadlineMs: DEADLINE_MS });
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const page = (show = ALL, init?: RequestInit) => ask(`${proxy.url}/page?show=${show}`, token, init);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const targets = ({ upstream }: OpenProxy = proxy) => upstream.calls.map(({ target }) => target).sort();
const statusesOf = ({ parts }: PageAnswer) => Object.values(parts).map(({ status }) => status);
const endJson = (response: ServerResponse, status: number, body: string, headers = {}) =>
  void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);

describe('GET /page › parts', () => {
  it('are those that show names, each under the address that an element requests', async () => {
    const { status, json } = await page();
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['parts']);
    expect(Object.keys(json.parts)).toEqual([BALANCES, TIER, TIERS, REWARDS, OFFERS, WISHLIST]);
    expect(targets()).toEqual(
      [BALANCES, TIER, TIERS, REWARDS, OFFERS, WISHLIST].map((path) => `/api${path}`).sort(),
    );
    proxy.upstream.clear();
    expect(Object.keys((await page('tier')).json.parts)).toEqual([TIER]);
    expect(targets()).toEqual([`/api${TIER}`]);
  });

  it('equal the answers to single requests, whatever the status', async () => {
    proxy.upstream.onCall = ({ target }, response) => {
      if (target.includes('/balances')) return 'default';
      if (target.endsWith('/tier'))
        return endJson(response, 404, '{"message":"No tier.","errors":{"a":["b"]}}');
      if (target.includes('/definitions')) return endJson(response, 500, '{"message":"secret stack"}');
      if (target.includes('/rewards'))
        return endJson(response, 429, '{"message":"Slowly."}', { 'Retry-After': '7' });
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
    };
    const { json } = await page();
    for (const [address, part] of Object.entries((json as PageAnswer).parts)) {
      const alone = await ask(proxy.url + address, token);
      const wait = alone.headers.get('retry-after');
      expect(part, address).toEqual({
        status: alone.status,
        ...(wait !== null && { retry_after: wait }),
        body: alone.json,
      });
    }
    expect(statusesOf(json)).toEqual([200, 404, 500, 429, 500, 502]);
  });

  it('are requested in parallel, with the token of the customer', async () => {
    const waiting: (() => void)[] = [];
    proxy.upstream.onCall = (_, response) => {
      waiting.push(() => endJson(response, 200, '{"data":{}}'));
      if (waiting.length === PARTS) for (const answer of waiting) answer();
    };
    const { json } = await page();
    expect(statusesOf(json)).toEqual(Array(PARTS).fill(200));
    for (const { headers } of proxy.upstream.calls)
      expect(headers['authorization']).toMatch(/^Bearer customer-/);
  });

  it('have the same body byte for byte: numbers beyond the precision of JavaScript, escapes, blanks', async () => {
    const body = '{ "data":{"points":12345678901234567890, "rate":1.10,"text":"\\u00f6 ✓ </script>"} }';
    proxy.upstream.onCall = (_, response) => endJson(response, 200, body);
    const { text } = await page('balances');
    expect(text).toBe(`{"parts":{"${BALANCES}":{"status":200,"body":${body}}}}`);
  });

  it('link further pages through the proxy, as a single answer does', async () => {
    proxy.upstream.onCall = ({ target }, response) => {
      const next = `${proxy.upstream.baseUrl.replace('/api', '')}${target.replace('=1', '=2')}`;
      endJson(response, 200, JSON.stringify({ data: [], links: { next } }));
    };
    const { json } = await page('wishlist');
    expect(json.parts[WISHLIST].body.links.next).toMatch(
      `${proxy.url}${OWN}/lists/wishlist/items?page%5Bsize%5D=`,
    );
  });

  it('have the body null where the service answers without one', async () => {
    proxy.upstream.onCall = (_, response) => void response.writeHead(204).end();
    expect((await page('tier')).json.parts[TIER]).toEqual({ status: 204, body: null });
  });
});

describe('GET /page › a part that fails', () => {
  it('has status 504 when it is too slow; the others arrive before the page’s deadline', async () => {
    const closed: string[] = [];
    proxy.upstream.onCall = ({ target }, response) => {
      if (!target.endsWith('/tier')) return 'default';
      response.on('close', () => closed.push(target));
    };
    let answer: Awaited<ReturnType<typeof page>> | undefined;
    expect(await ownTime(async () => (answer = await page('balances,tier')))).toBeLessThan(DEADLINE_MS);
    const { status, json } = answer!;
    expect(status).toBe(200);
    expect([json.parts[BALANCES].status, json.parts[TIER].status]).toEqual([200, 504]);
    expect(json.parts[TIER].retry_after).toBe('5');
    await pause(20);
    expect(closed).toEqual([`/api${TIER}`]);
  });

  it('delays the others beyond the deadline in a twin that waits for all of them', async () => {
    proxy.upstream.onCall = ({ target }) => (target.endsWith('/tier') ? undefined : 'default');
    const twin = await startTwin(async (request) => {
      const headers = { Authorization: request.headers.get('Authorization') ?? '' };
      const { signal } = request;
      const answers = await Promise.all(
        [BALANCES, TIER].map((path) => fetch(proxy.upstream.baseUrl + path, { headers, signal })),
      );
      return new Response(String(answers.length));
    });
    const whole = fetch(twin.url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    await expect(whole).rejects.toThrow(/timeout/);
    await twin.stop();
  });

  it('has status 502 when the connection breaks or the service redirects', async () => {
    proxy.upstream.onCall = ({ target }, response, request) => {
      if (target.endsWith('/tier')) return void request.socket.destroy();
      if (target.includes('/wishlist'))
        return void response.writeHead(302, { Location: 'http://127.0.0.1/' }).end();
      return 'default';
    };
    const { json } = await page('balances,tier,wishlist');
    expect(statusesOf(json)).toEqual([200, 502, 502]);
  });

  it('has status 401 when the service refuses two tokens of the customer', async () => {
    proxy.upstream.onCall = ({ target }, response) =>
      target.endsWith('/tier') ? endJson(response, 401, '{"message":"No."}') : 'default';
    const { json } = await page('balances,tier');
    expect(json.parts[TIER]).toEqual({ status: 401, body: { message: 'No.' } });
    expect(json.parts[BALANCES].status).toBe(200);
  });

  /** Closes the part's JSON, and adds a balance that the service did not send. */
  const INJECTED = `{}},"${BALANCES}":{"status":200,"body":{"data":{"points":{"available":9}}}`;
  it('has status 502 when its body is not one JSON value, so that it cannot add parts', async () => {
    proxy.upstream.onCall = ({ target }, response) =>
      target.endsWith('/tier') ? endJson(response, 200, INJECTED) : 'default';
    const { json } = await page('balances,tier');
    expect(json.parts[TIER].status).toBe(502);
    expect(json.parts[BALANCES].body.data.echo).toBe(`/api${BALANCES}`);
    expect(proxy.log.at(-1)).toEqual({ level: 'error', event: 'upstream_not_json', status: 200 });
  });

  it('adds a part in a twin that inserts bodies without parsing them', () => {
    const text = `{"parts":{"${TIER}":{"status":200,"body":${INJECTED}}}}`;
    expect(JSON.parse(text).parts[BALANCES].body.data.points.available).toBe(9);
  });

  it('has status 502 when all parts together are larger than 2 MB', async () => {
    const large = `{"data":"${'x'.repeat(1_200_000)}"}`;
    proxy.upstream.onCall = ({ target }, response) =>
      target.endsWith('/tier') ? 'default' : endJson(response, 200, large);
    const { text, json } = await page();
    expect(statusesOf(json)).toEqual([200, 200, 502, 502, 502, 502]);
    expect(text.length).toBeLessThan(2_000_000);
    expect((await ask(proxy.url + WISHLIST, token)).text).toHaveLength(large.length);
  });
});

describe('GET /page › sizes', () => {
  /** Serves two parts whose bodies have this many bytes together. */
  async function statusesWith(bytes: number): Promise<number[]> {
    const empty = '{"data":""}'.length;
    const first = 1_000_000;
    const body = (size: number) => `{"data":"${'x'.repeat(size - empty)}"}`;
    proxy.upstream.onCall = ({ target }, response) =>
      endJson(response, 200, body(target.endsWith('/tier') ? bytes - first : first));
    return statusesOf((await page('balances,tier')).json);
  }

  it('of all parts together are at most 1,990,000 bytes', async () => {
    expect(await statusesWith(1_990_000)).toEqual([200, 200]);
    expect(await statusesWith(1_990_001)).toEqual([200, 502]);
  });
});

describe('GET /page › profile ids of the service', () => {
  const signIn = async (id: string) => {
    const open = await openProxy({ deadlineMs: DEADLINE_MS });
    open.upstream.profiles[0] = { ...open.upstream.profiles[0]!, id };
    return { open, token: await open.signIn() };
  };

  it.each(['..', '.'])('answers 404 for the id %j, which would change the path', async (id) => {
    const { open, token: own } = await signIn(id);
    const { status } = await ask(`${open.url}/page?show=balances`, own);
    expect([status, targets(open)]).toEqual([404, []]);
    await open.stop();
  });

  it('has parts with status 404 for an id with a slash, which no route takes', async () => {
    const { open, token: own } = await signIn('profile/1001');
    const { status, json } = await ask(`${open.url}/page?show=balances`, own);
    expect([status, statusesOf(json), targets(open)]).toEqual([200, [404], []]);
    await open.stop();
  });
});

it('GET /page › leaves no timer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const open = await openProxy({ deadlineMs: 600_000 });
  const own = await open.signIn();
  await ask(`${open.url}/page?show=balances`, own);
  const before = timers();
  for (let requests = 0; requests < 20; requests++) await ask(`${open.url}/page?show=balances`, own);
  expect(timers() - before).toBeLessThan(10);
  await open.stop();
});

describe('GET /page › show', () => {
  const KNOWN =
    'Set show to one or more of these names, each once: balances, tier, tiers, rewards, wishlist.';
  it.each([
    ['no query', ''],
    ['an empty query', '?'],
    ['no names', '?show='],
    ['an unknown name', '?show=points'],
    ['an unknown name beside a known one', '?show=balances,points'],
    ['a property name of every object', '?show=constructor'],
    ['capitals', '?show=Balances'],
    ['a blank', '?show=balances,%20tier'],
    ['an empty name', '?show=balances,'],
    ['a name twice', '?show=balances,balances'],
    ['more names than there are', `?show=${ALL},${ALL}`],
    ['the parameter twice', '?show=balances&show=tier'],
    ['another parameter', '?show=balances&page[size]=1'],
    ['another parameter alone', '?tier=1'],
    ['a semicolon', '?show=balances;tier'],
  ])('refuses %s, and lists the names that exist', async (_, query) => {
    const { status, json } = await ask(`${proxy.url}/page${query}`, token);
    expect([status, json]).toEqual([400, { message: KNOWN }]);
    expect(proxy.upstream.calls).toEqual([]);
  });
});

describe('GET /page › guards of a single request', () => {
  it.each([
    ['no token', {}],
    ['a Basic header', { Authorization: basic(ANN.email, ANN.password) }],
    ['an unknown token', { Authorization: `Bearer ${'A'.repeat(43)}` }],
  ])('requires a session: 401 for %s, before the names are read', async (_, headers) => {
    const response = await fetch(`${proxy.url}/page?show=points`, { headers });
    expect([response.status, await response.json()]).toEqual([401, { message: 'Please sign in.' }]);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it('refuses a session that has ended', async () => {
    const ended = await proxy.signIn();
    const headers = { Authorization: `Bearer ${ended}` };
    expect((await page('tier', { headers })).status).toBe(200);
    await fetch(`${proxy.url}/logout`, { method: 'POST', headers });
    expect((await page('tier', { headers })).status).toBe(401);
    expect(proxy.upstream.calls).toHaveLength(1);
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'])('refuses %s with 405', async (method) => {
    const init = method === 'HEAD' ? { method } : withJson(method, '{}');
    const { status, headers } = await page('tier', init);
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it.each(['/page/', '/page/tier', '/Page', '/pag%65', '//page', '/v3/page'])(
    'has one address: not %s',
    async (path) => {
      const { status } = await ask(`${proxy.url}${path}?show=tier`, token);
      expect([400, 404]).toContain(status);
      expect(proxy.upstream.calls).toEqual([]);
    },
  );

  it('is not cached, and only pages of the shop may read it', async () => {
    const own = await page('tier', { headers: { Origin: SHOP } });
    expect(own.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('content-type')).toBe('application/json');
    expect(own.headers.get('vary')).toBe('Origin, Accept-Language');
    const foreign = await page('tier', { headers: { Origin: 'https://evil.example' } });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(proxy.upstream.calls).toHaveLength(1);
  });

  it('contains no secret and no token of the service', async () => {
    const { text } = await page();
    for (const secret of [...Object.values(SECRETS), 'customer-']) expect(text).not.toContain(secret);
  });

  it('forwards the language with each part', async () => {
    await page('balances,tier', { headers: { 'Accept-Language': 'nl' } });
    expect(proxy.upstream.calls.map(({ headers }) => headers['accept-language'])).toEqual(['nl', 'nl']);
  });

  const named = (name: string) => JSON.stringify({ data: { name } });

  it('says the languages of all its parts, and none where no part has one', async () => {
    proxy.upstream.onCall = ({ target }, response) => {
      if (target.includes('/balances')) return endJson(response, 200, '{"data":{}}');
      if (target.endsWith('/tier'))
        return endJson(response, 200, '{"data":{}}', { 'Content-Language': 'de' });
      if (target.includes('/definitions'))
        return endJson(response, 200, '{"data":[]}', { 'Content-Language': 'de, en' });
      return endJson(response, 404, '{"message":"Not found."}', { 'Content-Language': 'fr' });
    };
    const { headers } = await page();
    expect(headers.get('content-language')).toBe('de, en');
    expect(headers.get('vary')).toBe('Origin, Accept-Language');
    expect((await page('balances')).headers.has('content-language')).toBe(false);
  });

  it('has the language of each of two requests that are in flight together', async () => {
    const waiting: (() => void)[] = [];
    proxy.upstream.onCall = ({ headers }, response) => {
      const language = String(headers['accept-language']);
      waiting.push(() => endJson(response, 200, named(language), { 'Content-Language': language }));
      if (waiting.length === 2) for (const answer of waiting) answer();
    };
    const answers = await Promise.all(
      ['de', 'ar'].map((language) => page('tier', { headers: { 'Accept-Language': language } })),
    );
    expect(
      answers.map(({ json, headers }) => [json.parts[TIER].body.data.name, headers.get('content-language')]),
    ).toEqual([
      ['de', 'de'],
      ['ar', 'ar'],
    ]);
  });

  it('has the language of the other request in a twin that shares requests by their address', async () => {
    const shared = new Map<string, Promise<string>>();
    const twin = await startTwin(async (incoming) => {
      const answer =
        shared.get(incoming.url) ?? Promise.resolve(named(incoming.headers.get('Accept-Language')!));
      shared.set(incoming.url, answer);
      return new Response(await answer);
    });
    const texts: string[] = [];
    for (const language of ['de', 'ar'])
      texts.push(await (await fetch(twin.url, { headers: { 'Accept-Language': language } })).text());
    await twin.stop();
    expect(texts).toEqual([named('de'), named('de')]);
  });

  it('is aborted at the service when the client closes the connection', async () => {
    let closed = 0;
    proxy.upstream.onCall = (_, response) => void response.on('close', () => closed++);
    const client = new AbortController();
    const whole = page('balances,tier', { signal: client.signal }).catch(() => 'aborted');
    while (proxy.upstream.calls.length < 2) await pause(5);
    client.abort();
    // In steps of this process, as the deadline is: later, the deadline would close them.
    for (let time = 0; closed < 2 && time < DEADLINE_MS / 2; time += 5) await pause(5);
    expect([await whole, closed]).toEqual(['aborted', 2]);
  });
});

describe('GET /page › records of another customer', () => {
  /** Ways to request the profile of Ben with Ann's session. */
  const WAYS: readonly (readonly [way: string, query: string, headers: Record<string, string>])[] = [
    ['a parameter', '?show=balances&profile=profile-1002', {}],
    ['a parameter before show', '?profile_id=profile-1002&show=balances', {}],
    ['a filter', '?show=rewards&filter[profile_id]=profile-1002', {}],
    ['a path as a name', '?show=/v3/profiles/profile-1002/balances', {}],
    ['an encoded path as a name', '?show=..%2Fprofile-1002%2Fbalances', {}],
    ['an id as a name', '?show=balances,profile-1002', {}],
    ['a header', '?show=balances', { 'X-Profile-Id': 'profile-1002', 'X-User-Id': '1002' }],
    ['a header of a reverse proxy', '?show=balances', { 'X-Original-URL': '/v3/profiles/profile-1002' }],
    ['another method', '?show=balances', { 'X-HTTP-Method-Override': 'POST' }],
  ];
  it.each(WAYS)('are not requested: %s', async (_, query, headers) => {
    const { status, text } = await ask(`${proxy.url}/page${query}`, token, { headers });
    expect([200, 400]).toContain(status);
    expect(text).not.toContain('1002');
    for (const target of targets()) expect(target).toContain('profile-1001');
  });

  it.each(Object.keys(PAGE_PARTS) as (keyof typeof PAGE_PARTS)[])(
    'are requested only with that customer’s session: %s',
    async (part) => {
      const ben = await proxy.signIn({ email: 'ben@example.com', password: 'ben password' });
      const own = await page(part, { headers: { Authorization: `Bearer ${ben}` } });
      expect(Object.keys(own.json.parts)).toEqual(partAddresses(part, 'profile-1002'));
      const tokens = new Set(proxy.upstream.calls.map(({ headers }) => headers['authorization']));
      expect(tokens.size).toBe(1);
      proxy.upstream.clear();
      const anns = await page(part);
      expect(Object.keys(anns.json.parts)).toEqual(partAddresses(part, 'profile-1001'));
      expect(proxy.upstream.calls.every(({ headers }) => !tokens.has(headers['authorization']))).toBe(true);
    },
  );

  it('are requested in a twin that takes the profile from the query', async () => {
    await page('balances');
    const bearer = proxy.upstream.calls[0]!.headers['authorization']!;
    proxy.upstream.clear();
    const twin = await startTwin(async (request) => {
      const { searchParams } = new URL(request.url);
      const path = `/v3/profiles/${searchParams.get('profile') ?? 'profile-1001'}/balances`;
      return fetch(proxy.upstream.baseUrl + path, { headers: { Authorization: bearer } });
    });
    await fetch(`${twin.url}/page${WAYS[0]![1]}`);
    expect(targets()).toEqual(['/api/v3/profiles/profile-1002/balances']);
    await twin.stop();
  });
});

describe('GET /page › settings of the shop', () => {
  async function parts(settings: Parameters<typeof openProxy>[0]) {
    const open = await openProxy(settings);
    const { json } = await ask(`${open.url}/page?show=${ALL}`, await open.signIn());
    const found = { addresses: Object.keys(json.parts), targets: targets(open), url: open.url };
    const statuses = statusesOf(json);
    const bearers = open.upstream.calls.map(({ headers }) => headers['authorization']?.replace(/\d+$/, ''));
    await open.stop();
    return { ...found, statuses, bearers: [...new Set(bearers)] };
  }
  const ADDRESSES = [BALANCES, TIER, TIERS, REWARDS, OFFERS, WISHLIST];

  it('has its address below the path prefix; the addresses of parts have no prefix', async () => {
    const { addresses, url } = await parts({ pathPrefix: '/shop/loyalty' });
    expect(url).toMatch(/\/shop\/loyalty$/);
    expect(addresses).toEqual(ADDRESSES);
  });

  it('requests the paths and paging of the settings; parts have the addresses of the catalogue', async () => {
    const found = await parts({
      paths: { 'profiles.balances.show': '/v3/wallet/{profile}' },
      paging: { number: 'p', size: 'per', maxSize: 50 },
    });
    expect(found.addresses).toEqual(ADDRESSES);
    expect(found.targets).toContain('/api/v3/wallet/profile-1001');
    expect(found.targets).toContain('/api/v3/rewards/definitions?per=50&p=1');
  });

  it('uses the token of the proxy where the shop has no secret', async () => {
    const found = await parts({ shopSecret: undefined });
    expect([found.statuses, found.bearers]).toEqual([Array(PARTS).fill(200), ['Bearer service-']]);
  });
});

it('POST /login › answers page: true, so that elements use GET /page', async () => {
  const response = await fetch(`${proxy.url}/login`, {
    method: 'POST',
    headers: { Authorization: basic(ANN.email, ANN.password) },
  });
  expect(await response.json()).toMatchObject({ page: true });
});
