import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMatcher } from '../../src/proxy/allow-list/matcher.ts';
import { CATALOGUE } from '../../src/proxy/allow-list/allow-list.ts';
import { guestEndpoints } from '../../src/proxy/allow-list/guests.ts';
import { openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { request as raw, sendRaw } from './support/raw.ts';
import { listen } from './support/twin.ts';

// Requests without a session that a link or secret permits: a shared list and reservations of its items.

const LIST = '/v3/lists/shares/a-share/no_profile';
const RESERVATIONS = '/v3/list/items/7/reservations';
const ALERT = '/v3/guest-alerts';
const OWN = `${RESERVATIONS}/31`;

let proxy: OpenProxy;
beforeEach(async () => (proxy = await openProxy()));
afterEach(() => proxy.stop());

/** A request as a page of the shop sends it, without `Authorization`. */
function ask(method: string, path: string, body?: unknown) {
  return fetch(proxy.url + path, {
    method,
    headers: { Origin: SHOP, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const seen = () => proxy.upstream.calls.map(({ method, target }) => `${method} ${target}`);

/** The service as it answers requests without a token. */
const serve = (status = 200): void => {
  proxy.upstream.onAny = (_, response) => {
    proxy.upstream.calls.push(_);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(status < 400 ? { data: {} } : { message: 'No.' }));
  };
};

describe('request of a guest', () => {
  it.each([
    ['GET', LIST, undefined],
    ['POST', `${RESERVATIONS}?share=a-share`, { name: 'Ida', quantity: 1 }],
    ['PUT', `${OWN}?secret=s3cret`, { status: 'purchased' }],
    ['DELETE', `${OWN}?secret=s3cret`, undefined],
    ['POST', ALERT, { email: 'guest@example.com', product_id: 'hp-1001', alerts: ['price'] }],
  ])('is forwarded without a token: %s %s', async (method, path, body) => {
    serve();
    const answer = await ask(method, path, body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(seen()).toEqual([`${method} /api${path}`]);
    expect(proxy.upstream.calls[0]!.headers['authorization']).toBeUndefined();
    expect(proxy.upstream.tokenCalls).toEqual([]);
  });

  it.each([
    ['GET', '/v3/lists/shares/a-share'],
    ['POST', '/v3/lists/shares/a-share/claim'],
    ['GET', `${RESERVATIONS}?share=a-share`],
    ['GET', `${OWN}?secret=s3cret`],
    ['POST', RESERVATIONS],
    ['POST', `${RESERVATIONS}?share=`],
    ['DELETE', OWN],
    ['DELETE', `${OWN}?share=a-share`],
    ['GET', '/v3/profiles/profile-1001/lists'],
    ['GET', '/v3/rewards/definitions'],
  ])('needs a session: %s %s', async (method, path) => {
    serve();
    const answer = await ask(method, path, method === 'POST' ? {} : undefined);
    expect([answer.status, seen()]).toEqual([401, []]);
  });

  it('reaches every endpoint of the catalogue through a twin without the list', async () => {
    const all = createMatcher(CATALOGUE, new Set(CATALOGUE));
    const only = createMatcher(CATALOGUE, guestEndpoints());
    const twin = await listen((incoming, outgoing) => {
      const found = all(incoming.method ?? '', (incoming.url ?? '').split('?')[0]!.slice(1).split('/'));
      outgoing.writeHead(found && 'endpoint' in found ? 200 : 401).end();
    });
    const path = '/v3/profiles/profile-1001/lists';
    expect((await sendRaw(twin.port, raw('GET', path))).status).toBe(200);
    expect(only('GET', path.slice(1).split('/'))).toBeUndefined();
    await twin.stop();
  });

  it('with a token of no session needs a session, also for a shared list', async () => {
    serve();
    const answer = await fetch(proxy.url + LIST, {
      headers: { Origin: SHOP, Authorization: `Bearer ${'a'.repeat(43)}` },
    });
    expect([answer.status, seen()]).toEqual([401, []]);
  });

  it('tells the service the address of the client, and no header that the client sent', async () => {
    await proxy.stop();
    proxy = await openProxy({ trustedHops: ['127.0.0.1'] });
    serve();
    const sent = async (headers: Record<string, string>) => {
      await fetch(proxy.url + LIST, { headers: { Origin: SHOP, 'X-Forwarded-Proto': 'https', ...headers } });
      return proxy.upstream.calls.at(-1)!.headers['x-forwarded-for'];
    };
    expect(await sent({ 'X-Forwarded-For': '198.51.100.9, 203.0.113.7' })).toBe('203.0.113.7');
    expect(await sent({ 'X-Forwarded-For': '2001:db8::7' })).toBe('2001:db8::7');
    expect(await sent({ 'X-Forwarded-For': 'not an address' })).toBe('127.0.0.1');
  });

  it('names no profile, neither in the body nor in the query', async () => {
    serve();
    const body = { name: 'Ida', profile_id: 'profile-1001' };
    const alert = { email: 'guest@example.com', product_id: 'hp-1001', alerts: ['price'] };
    for (const field of ['profile_id', 'subject', 'url'])
      expect((await ask('POST', ALERT, { ...alert, [field]: 'x' })).status).toBe(400);
    expect((await ask('POST', `${RESERVATIONS}?share=a-share`, body)).status).toBeGreaterThanOrEqual(400);
    for (const query of ['filter[profile_id]=', 'filter[profile_id]=undefined', 'include=profile'])
      expect((await ask('GET', `${LIST}?${query}`)).status).toBe(400);
    expect(seen()).toEqual([]);
  });

  it('from a page of another shop is refused', async () => {
    serve();
    const answer = await fetch(proxy.url + LIST, { headers: { Origin: 'https://other.example' } });
    expect([answer.status, seen()]).toEqual([403, []]);
  });

  it('gets no links of the service: these answers have no pages', async () => {
    proxy.upstream.onAny = (_, response) => {
      const next = 'https://service.example/v3/lists?page[number]=2';
      response.writeHead(200, { 'Content-Type': 'application/json', Link: `<${next}>; rel="next"` });
      response.end(JSON.stringify({ data: {}, links: { next } }));
    };
    const answer = await ask('GET', LIST);
    expect(answer.headers.get('link')).toBeNull();
    expect(await answer.json()).toEqual({ data: {}, links: { next: null } });
  });

  it('gets what the service answers, also that it needs a token', async () => {
    for (const status of [401, 404, 422, 429]) {
      serve(status);
      expect((await ask('GET', LIST)).status).toBe(status);
    }
  });
});

describe('limits of guests', () => {
  it.each([401, 403, 404])(
    'are 10 wrong links in a minute, with an answer of %i; right ones do not count',
    async (status) => {
      serve();
      for (let tries = 0; tries < 15; tries++) expect((await ask('GET', LIST)).status).toBe(200);
      serve(status);
      for (let tries = 0; tries < 10; tries++) expect((await ask('GET', LIST)).status).toBe(status);
      const before = proxy.upstream.calls.length;
      const refused = await ask('GET', LIST);
      expect([refused.status, proxy.upstream.calls.length]).toEqual([429, before]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(proxy.log.map(({ event }) => event)).toContain('guest_limited');
    },
  );

  it.each([422, 500, 503])('do not count an answer of %i, which a right link may get', async (status) => {
    serve(status);
    for (let tries = 0; tries < 15; tries++) await ask('DELETE', `${OWN}?secret=s3cret`);
    serve();
    expect((await ask('GET', LIST)).status).toBe(200);
  });

  it('do not count a request that the proxy refuses as a wrong link', async () => {
    serve();
    for (let tries = 0; tries < 15; tries++)
      expect((await ask('GET', `${LIST}?include=profile`)).status).toBe(400);
    expect((await ask('GET', LIST)).status).toBe(200);
  });

  it('allow a guest to try links without end where the proxy has none', async () => {
    await proxy.stop();
    proxy = await openProxy({ limits: { guestPerAddress: 100_000, wrongLinksPerAddress: 100_000 } });
    serve(404);
    for (let tries = 0; tries < 80; tries++) expect((await ask('GET', LIST)).status).toBe(404);
  });

  it('are 60 requests in a minute', async () => {
    serve();
    const statuses: number[] = [];
    for (let tries = 0; tries < 61; tries++) statuses.push((await ask('GET', LIST)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect(proxy.log.map(({ event }) => event)).toContain('guest_limited');
  });
});
