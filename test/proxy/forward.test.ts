import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as catalogue from '../../src/services/contract/endpoints/index.ts';
import { ask, OWN, withJson } from './support/ask.ts';
import { ANN, basic, openProxy, type OpenProxy } from './support/open-proxy.ts';

// `{proxy_url}/v3/…` → `{base_url}/v3/…`: spec 5.4; requests, their sessions and the allowed endpoints.

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const request = (path: string, init?: RequestInit) => ask(proxy.url + path, token, init);

describe('forwarded request', () => {
  it("has the customer's own token, which the browser never gets", async () => {
    const { status, json } = await request(`${OWN}/balances`);
    expect([status, json]).toEqual([200, { data: { echo: `/api${OWN}/balances`, body: '' } }]);
    const [seen] = proxy.upstream.calls;
    expect(seen?.headers['authorization']).toMatch(/^Bearer customer-\d+$/);
    expect(seen?.headers['host']).toBe(new URL(proxy.upstream.baseUrl).host);
    expect(JSON.stringify(proxy.upstream.calls)).not.toContain(token);
  });

  it('has Accept: application/json, whatever the browser sends', async () => {
    await request(`${OWN}/balances`, { headers: { Accept: '*/*' } });
    expect(proxy.upstream.calls[0]?.headers['accept']).toBe('application/json');
  });

  const queries = [
    '?filter[redeem_at][gte]=2024-01-31&filter[redeem_at][lte]=2024-02-29&sort=-created_at',
    '?filter%5Bid%5D%5Bin%5D=1,2,3&page[number]=2&page[size]=100',
    '?filter[external_id][nullable]=',
    '?filter[external_id][nullable]=1&filter[type][not_in]=a,b',
    '?filter[external_id]=J%C3%B6rg+M%20x&sort=',
    '?sort=-created_at,id&&',
    '?filter[profile_id]=profile-1001',
    '?filter[meta]=a%26b%3Dc%2Fd%25',
    '?',
    '',
  ];
  it.each(queries)('has the same query byte for byte: %s', async (query) => {
    const { status } = await request(`${OWN}/redemptions${query}`);
    expect(status).toBe(200);
    // `fetch` itself removes a lone question mark.
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}/redemptions${query === '?' ? '' : query}`);
  });

  it('has the same body byte for byte, of a DELETE too', async () => {
    const body = '{ "name" : "profile_id: ✓", "event_at":null , "description":"\\u00f6" }';
    for (const [method, path, text] of [
      ['POST', '/lists', body],
      ['PUT', '/lists/wishlist', body],
      ['DELETE', '/lists/wishlist/items/7', ' { } '],
    ] as const) {
      expect((await request(OWN + path, withJson(method, text))).status).toBe(200);
    }
    expect(proxy.upstream.calls.map((seen) => seen.body)).toEqual([body, body, ' { } ']);
    expect(proxy.upstream.calls[0]?.headers['content-type']).toBe('application/json');
  });

  it('has encoded parameters: a value stays one segment', async () => {
    expect((await request(`${OWN}/lists/a%20b%26c%c3%a9/items`)).status).toBe(200);
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}/lists/a%20b%26c%C3%A9/items`);
    expect((await request(`${OWN}/lists/a%2Fb/items`)).status).toBe(400);
  });
});

describe('session of a forwarded request', () => {
  it.each([
    ['/v3/profiles/profile-1002/balances'],
    ['/v3/profiles/Profile-1001/balances'],
    ['/v3/profiles/1001/rewards'],
    ['/v3/identities/search-profile/1002'],
    ['/v3/identities/search-profile/ben%40example.com'],
  ])('gives no access to another profile: %s', async (path) => {
    const { status, json } = await request(path);
    expect([status, json]).toEqual([404, { message: 'There is no such address.' }]);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it.each(['1001', 'profile-1001', 'ann%40example.com'])(
    'finds the own profile by %s, and requests it by id, because a search by value may show another person’s',
    async (name) => {
      expect((await request(`/v3/identities/search-profile/${name}`)).json.data.id).toBe('profile-1001');
      expect(proxy.upstream.calls[0]?.target).toBe('/api/v3/profiles/profile-1001');
    },
  );

  it.each([
    ['no token', {}],
    ['a Basic header', { Authorization: basic(ANN.email, ANN.password) }],
    ['an unknown token', { Authorization: `Bearer ${'A'.repeat(43)}` }],
    ['a long token', { Authorization: `Bearer ${'A'.repeat(5_000)}` }],
    ['two tokens', { Authorization: 'Bearer a, Bearer b' }],
  ])('is required: 401 for %s, before the body is read', async (_, headers) => {
    const response = await fetch(`${proxy.url}${OWN}/lists`, { ...withJson('POST', '{broken'), headers });
    expect([response.status, await response.json()]).toEqual([401, { message: 'Please sign in.' }]);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it("answers 404 to the token of another customer's session", async () => {
    const ben = await proxy.signIn({ email: 'ben@example.com', password: 'ben password' });
    const asBen = await request(`${OWN}/balances`, { headers: { Authorization: `Bearer ${ben}` } });
    expect(asBen.status).toBe(404);
    expect(proxy.upstream.calls).toEqual([]);
  });
});

describe('allowed endpoints', () => {
  const refused: readonly (readonly [method: string, path: string, status: number, rule: string])[] = [
    ['GET', '/v3/rewards', 404, 'the global family'],
    ['GET', '/profiles/profile-1001/balances', 404, 'without /v3'],
    ['GET', '/v4/profiles/profile-1001/balances', 404, 'another version'],
    ['POST', '/v3/imports', 404, 'bulk imports'],
    ['POST', '/v3/transactions/batch.json', 404, 'batches'],
    ['PUT', '/v3/transactions/t1', 404, 'transactions are never edited'],
    ['POST', '/v3/webhooks', 404, 'webhooks'],
    ['POST', '/v3/auth/token', 404, 'the browser gets no token of the service'],
    ['POST', '/harbour/api/v1/auth/token', 404, 'a path outside /v3'],
    ['GET', `${OWN}/transactions/t1/unattach`, 404, 'a GET that changes data'],
    ['GET', `${OWN}/resync`, 404, 'a GET that changes data'],
    ['GET', `${OWN}/tiers/calculate`, 404, 'a GET that changes data'],
    ['GET', `${OWN}/aggregations/calculate`, 404, 'a GET that changes data'],
    ['POST', `${OWN}/points`, 405, 'customers cannot issue points'],
    ['POST', `${OWN}/tiers/assign`, 404, 'customers cannot assign a tier'],
    ['POST', `${OWN}/identities`, 405, 'customers cannot add an identity'],
    ['DELETE', `${OWN}/purge`, 404, 'purge'],
    ['DELETE', OWN, 405, 'the profile itself is read-only'],
    ['PUT', OWN, 405, 'the profile itself is read-only'],
    ['GET', `${OWN}/Balances`, 404, 'case'],
    ['GET', `${OWN}/balances/`, 400, 'an empty segment'],
    ['PUT', `${OWN}/balances`, 405, 'balances are read-only'],
    ['PATCH', `${OWN}/balances`, 405, 'balances are read-only'],
    ['HEAD', `${OWN}/balances`, 405, 'HEAD is not in the list'],
  ];
  it.each(refused)('exclude %s %s: %i (%s)', async (method, path, status) => {
    const answer = await request(path, { method });
    expect(answer.status).toBe(status);
    expect(proxy.upstream.calls).toEqual([]);
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^[A-Z, ]+$/);
    if (method !== 'HEAD') expect(Object.keys(answer.json)).toEqual(['message']);
  });

  it('include those of the setting allow, restricted to the own profile', async () => {
    const more = await openProxy({ allow: [catalogue.addProfileTransactionClaim] });
    const session = await more.signIn();
    const claim = (profile: string) =>
      fetch(`${more.url}/v3/profiles/${profile}/transactions/claims`, {
        ...withJson('POST', '{}'),
        headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
      });
    expect((await claim('profile-1001')).status).toBe(200);
    expect((await claim('profile-1002')).status).toBe(404);
    expect(more.upstream.calls).toHaveLength(1);
    await more.stop();
  });

  it('are below the path prefix', async () => {
    const under = await openProxy({ pathPrefix: '/shop/loyalty' });
    const session = await under.signIn();
    const headers = { Authorization: `Bearer ${session}` };
    expect(under.url).toMatch(/\/shop\/loyalty$/);
    expect((await fetch(`${under.url}${OWN}/balances`, { headers })).status).toBe(200);
    expect(under.upstream.calls[0]?.target).toBe(`/api${OWN}/balances`);
    const outside = new URL(`${OWN}/balances`, under.url);
    expect((await fetch(outside, { headers })).status).toBe(404);
    await under.stop();
  });
});
