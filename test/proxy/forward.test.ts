import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as catalogue from '../../src/services/contract/endpoints/index.ts';
import { ANN, basic, openProxy, SECRETS, type OpenProxy } from './support/open-proxy.ts';

// `{proxy_url}/v3/…` → `{base_url}/v3/…`: spec 5.4, ASSUMPTION G44; the rules' column (c).

let proxy: OpenProxy;
let token: string;
beforeAll(async () => {
  proxy = await openProxy();
  token = await proxy.signIn();
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const OWN = '/v3/profiles/profile-1001';

async function ask(path: string, { headers, ...init }: RequestInit = {}) {
  const response = await fetch(proxy.url + path, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text ? JSON.parse(text) : undefined,
  };
}

const withJson = (method: string, body: string): RequestInit => ({
  method,
  body,
  headers: { 'Content-Type': 'application/json' },
});

const upstreamAnswers = (status: number, body: string, headers: Record<string, string> = {}) => {
  proxy.upstream.onCall = (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };
};

describe('a call on its way in', () => {
  it("goes with the customer's own token, which the browser never sees (R9, R93)", async () => {
    const { status, json } = await ask(`${OWN}/balances`);
    expect([status, json]).toEqual([200, { data: { echo: `/api${OWN}/balances`, body: '' } }]);
    const [seen] = proxy.upstream.calls;
    expect(seen?.headers['authorization']).toMatch(/^Bearer customer-\d+$/);
    expect(seen?.headers['host']).toBe(new URL(proxy.upstream.baseUrl).host);
    expect(JSON.stringify(proxy.upstream.calls)).not.toContain(token);
  });

  it('asks for JSON, whatever the browser accepts (R8)', async () => {
    await ask(`${OWN}/balances`, { headers: { Accept: '*/*' } });
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
  it.each(queries)('carries the query byte for byte: %s (R59, R60, R69)', async (query) => {
    const { status } = await ask(`${OWN}/redemptions${query}`);
    expect(status).toBe(200);
    // A lone question mark is the one thing that `fetch` itself drops.
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}/redemptions${query === '?' ? '' : query}`);
  });

  it('carries bodies byte for byte, of a DELETE too (R78, R93)', async () => {
    const body = '{ "name" : "profile_id: ✓", "event_at":null , "description":"\\u00f6" }';
    for (const [method, path, text] of [
      ['POST', '/lists', body],
      ['PUT', '/lists/wishlist', body],
      ['DELETE', '/lists/wishlist/items/7', ' { } '],
    ] as const) {
      expect((await ask(OWN + path, withJson(method, text))).status).toBe(200);
    }
    expect(proxy.upstream.calls.map((seen) => seen.body)).toEqual([body, body, ' { } ']);
    expect(proxy.upstream.calls[0]?.headers['content-type']).toBe('application/json');
  });

  it('encodes parameters anew: a value stays one segment (R11)', async () => {
    expect((await ask(`${OWN}/lists/a%20b%26c%c3%a9/items`)).status).toBe(200);
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}/lists/a%20b%26c%C3%A9/items`);
    expect((await ask(`${OWN}/lists/a%2Fb/items`)).status).toBe(400);
  });
});

describe('whose call it is', () => {
  it.each([
    ['/v3/profiles/profile-1002/balances'],
    ['/v3/profiles/Profile-1001/balances'],
    ['/v3/profiles/1001/rewards'],
    ['/v3/identities/search-profile/1002'],
    ['/v3/identities/search-profile/ben%40example.com'],
  ])('knows no other profile: %s (R14)', async (path) => {
    const { status, json } = await ask(path);
    expect([status, json]).toEqual([404, { message: 'There is no such address.' }]);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it.each(['1001', 'profile-1001', 'ann%40example.com'])(
    'finds the own profile by %s, asking for it by its id: a search by value may show another person’s',
    async (name) => {
      expect((await ask(`/v3/identities/search-profile/${name}`)).json.data.id).toBe('profile-1001');
      expect(proxy.upstream.calls[0]?.target).toBe('/api/v3/profiles/profile-1001');
    },
  );

  it.each([
    ['no token', {}],
    ['a Basic header', { Authorization: basic(ANN.email, ANN.password) }],
    ['a made-up token', { Authorization: `Bearer ${'A'.repeat(43)}` }],
    ['a long token', { Authorization: `Bearer ${'A'.repeat(5_000)}` }],
    ['two tokens', { Authorization: 'Bearer a, Bearer b' }],
  ])('says 401 to %s, before it looks at the body (R9, R114)', async (_, headers) => {
    const response = await fetch(`${proxy.url}${OWN}/lists`, { ...withJson('POST', '{broken'), headers });
    expect([response.status, await response.json()]).toEqual([401, { message: 'Please sign in.' }]);
    expect(proxy.upstream.calls).toEqual([]);
  });

  it("says 404 to the token of another customer's session", async () => {
    const ben = await proxy.signIn({ email: 'ben@example.com', password: 'ben password' });
    const asBen = await ask(`${OWN}/balances`, { headers: { Authorization: `Bearer ${ben}` } });
    expect(asBen.status).toBe(404);
    expect(proxy.upstream.calls).toEqual([]);
  });
});

describe('what there is to call', () => {
  const refused: readonly (readonly [method: string, path: string, status: number, rule: string])[] = [
    ['GET', '/v3/rewards', 404, 'R13: the global family'],
    ['GET', '/profiles/profile-1001/balances', 404, 'R6: without /v3'],
    ['GET', '/v4/profiles/profile-1001/balances', 404, 'R117: another version'],
    ['POST', '/v3/imports', 404, 'R24'],
    ['POST', '/v3/transactions/batch.json', 404, 'R24'],
    ['PUT', '/v3/transactions/t1', 404, 'R18, R45'],
    ['POST', '/v3/webhooks', 404, 'webhooks'],
    ['POST', '/v3/auth/token', 404, 'tokens are not the browser’s'],
    ['POST', '/harbour/api/v1/auth/token', 404, 'R48'],
    ['GET', `${OWN}/transactions/t1/unattach`, 404, 'R77'],
    ['GET', `${OWN}/resync`, 404, 'R77'],
    ['GET', `${OWN}/tiers/calculate`, 404, 'R77'],
    ['GET', `${OWN}/aggregations/calculate`, 404, 'R77'],
    ['POST', `${OWN}/points`, 405, 'nobody gives themselves points'],
    ['POST', `${OWN}/tiers/assign`, 404, 'nor a tier'],
    ['POST', `${OWN}/identities`, 405, 'nor another name'],
    ['DELETE', `${OWN}/purge`, 404, 'purge'],
    ['DELETE', OWN, 405, 'the profile itself is read alone: R49'],
    ['PUT', OWN, 405, 'the profile itself is read alone: R49'],
    ['GET', `${OWN}/Balances`, 404, 'R50: case'],
    ['GET', `${OWN}/balances/`, 400, 'R50: an empty segment'],
    ['PUT', `${OWN}/balances`, 405, 'R49'],
    ['PATCH', `${OWN}/balances`, 405, 'R49'],
    ['HEAD', `${OWN}/balances`, 405, 'R49: HEAD is not in the list'],
  ];
  it.each(refused)('%s %s: %i (%s)', async (method, path, status) => {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(status);
    expect(proxy.upstream.calls).toEqual([]);
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^[A-Z, ]+$/);
    if (method !== 'HEAD') expect(Object.keys(answer.json)).toEqual(['message']);
  });

  it('gives more where a shop asks for it, bound to the profile all the same', async () => {
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

  it('keeps a path prefix of its own (R5)', async () => {
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

describe('an answer on its way back', () => {
  it.each([
    [200, '{"data":[{"a":1.0,"b":"<script>"}],"links":{"next":null}}'],
    [401, '{"message":"Unauthenticated."}'],
    [403, '{"message":"This action is unauthorized."}'],
    [404, '{"message":"None."}'],
    [409, '{"message":"Twice."}'],
    [422, '{"message":"The given data was invalid.","errors":{"filter.x":["No such attribute."]}}'],
    [429, '{"message":"Slow down."}'],
  ])('reaches the browser unchanged: %i (R57, R93, R111 to R113, R116)', async (status, body) => {
    upstreamAnswers(status, body, { 'Retry-After': '7', 'X-RateLimit-Remaining': '0' });
    const answer = await ask(`${OWN}/redemptions`);
    expect([answer.status, answer.text]).toEqual([status, body]);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('reaches the next page by the parameters of its link (R57)', async () => {
    const next = new URL(`https://api.acme.example.com/api${OWN}/redemptions?page[number]=2&page[size]=25`);
    const { status } = await ask(next.pathname.replace(/^\/api/, '') + next.search);
    expect(status).toBe(200);
    expect(proxy.upstream.calls[0]?.target).toBe(`/api${OWN}/redemptions?page[number]=2&page[size]=25`);
  });

  it('has no body where the service has none', async () => {
    proxy.upstream.onCall = (_, response) => void response.writeHead(204).end();
    const { status, text } = await ask(`${OWN}/lists/wishlist/items/1`, { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
  });

  it.each([
    [200, 502],
    [404, 404],
    [403, 403],
    [500, 500],
    [503, 503],
  ])(
    'is JSON with a message where the service sends HTML with status %i: %i (R7, R110)',
    async (given, seen) => {
      upstreamAnswers(given, '<html>nginx/1.2.3 at 10.0.0.7</html>', { 'Content-Type': 'text/html' });
      const { status, text, json } = await ask(`${OWN}/balances`);
      expect(status).toBe(seen);
      expect(Object.keys(json)).toEqual(['message']);
      expect(text).not.toMatch(/nginx|10\.0\.0\.7/);
    },
  );

  it('keeps what the service says about its own failures to itself', async () => {
    upstreamAnswers(500, '{"message":"SQLSTATE[42P01] at /srv/app.php:12","trace":["x"]}');
    const { status, text } = await ask(`${OWN}/balances`);
    expect(status).toBe(500);
    expect(text).not.toMatch(/SQLSTATE|trace/);
  });
});

describe('the token for the service', () => {
  it('is renewed once when it is refused, and a second refusal is relayed (R92, R111)', async () => {
    await ask(`${OWN}/balances`);
    proxy.upstream.clear();
    proxy.upstream.revokeTokens();
    expect((await ask(`${OWN}/balances`)).status).toBe(200);
    expect([proxy.upstream.calls.length, proxy.upstream.tokenCalls.length]).toEqual([2, 1]);

    proxy.upstream.clear();
    upstreamAnswers(401, '{"message":"Unauthenticated."}');
    expect(await ask(`${OWN}/balances`)).toMatchObject({
      status: 401,
      json: { message: 'Unauthenticated.' },
    });
    expect([proxy.upstream.calls.length, proxy.upstream.tokenCalls.length]).toEqual([2, 1]);
  });

  it('is fetched once for many calls at once, by id and signature (R89, R90)', async () => {
    proxy.upstream.revokeTokens();
    await ask(`${OWN}/balances`);
    proxy.upstream.clear();
    proxy.upstream.revokeTokens();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(`${OWN}/balances`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(proxy.upstream.tokenCalls).toHaveLength(1);
    const { id, signature } = JSON.parse(proxy.upstream.tokenCalls[0]?.body ?? '');
    expect([id, signature]).toEqual(['1001', expect.stringMatching(/^[\da-f]{64}$/)]);
  });

  it("is the proxy's own where a shop has no shared secret: six form fields, scopes as set (R80, R82 to R84)", async () => {
    const own = await openProxy({ shopSecret: undefined });
    const session = await own.signIn();
    const response = await fetch(`${own.url}${OWN}/balances`, {
      headers: { Authorization: `Bearer ${session}` },
    });
    expect(response.status).toBe(200);
    expect(own.upstream.calls[0]?.headers['authorization']).toMatch(/^Bearer service-/);
    expect(own.upstream.tokenCalls).toHaveLength(1);
    const [call] = own.upstream.tokenCalls;
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: SECRETS.clientId,
      client_secret: SECRETS.clientSecret,
      username: SECRETS.username,
      password: SECRETS.password,
      scope: 'profiles.read profiles.write',
    });
    await own.stop();
  });
});

it('a tenant with another header for idempotency keys gets them there (G54)', async () => {
  const differing = await openProxy({ idempotencyHeader: 'X-Request-Id' });
  await fetch(`${differing.url}${OWN}/lists`, {
    ...withJson('POST', '{"type":"wishlist","handle":"w","name":"W"}'),
    headers: {
      Authorization: `Bearer ${await differing.signIn()}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'k-1',
    },
  });
  expect(differing.upstream.calls[0]?.headers).toMatchObject({ 'x-request-id': 'k-1' });
  expect(differing.upstream.calls[0]?.headers).not.toHaveProperty('idempotency-key');
  await differing.stop();
});

describe('a tenant whose paths differ', () => {
  it('is asked there for tokens, too', async () => {
    const paths = {
      'auth.token.store': '/v4/oauth/token',
      'storefront.auth.token.store': '/shops/{storefront_platform}/{version}/session',
    } as const;
    const differing = await openProxy({ paths });
    const asked: string[] = [];
    differing.upstream.onAny = ({ target }, response) => {
      asked.push(target);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      if (target === '/api/v4/oauth/token') response.end('{"access_token":"service-1","expires_in":3600}');
      else if (target === '/api/shops/harbour/v1/session') response.end('{"data":{"token":"customer-1"}}');
      else {
        const identities = [{ namespace: 'harbour', value: ANN.id }];
        response.end(JSON.stringify({ data: { id: 'profile-1001', email: ANN.email, identities } }));
      }
    };
    const bearer = { Authorization: `Bearer ${await differing.signIn()}` };
    await fetch(`${differing.url}${OWN}/balances`, { headers: bearer });
    expect(asked.filter((target) => /token|session/.test(target))).toEqual([
      '/api/v4/oauth/token',
      '/api/shops/harbour/v1/session',
    ]);
    await differing.stop();
  });

  it.each(['proxy.login', 'proxy.create'] as const)('cannot move %s, which is its own', async (id) => {
    await expect(openProxy({ paths: { [id]: '/elsewhere' } })).rejects.toThrow(
      `paths: ${id} is an address of the proxy itself, which pathPrefix moves.`,
    );
  });

  it('is asked there, while pages ask as ever; a session reaches its own profile alone', async () => {
    const paths = {
      'profiles.balances.show': '/v3/wallet/{profile}/points',
      'profiles.store': '/v3/people',
    } as const;
    const differing = await openProxy({ paths });
    const bearer = { Authorization: `Bearer ${await differing.signIn()}` };
    differing.upstream.clear();
    const balances = (profile: string) =>
      fetch(`${differing.url}/v3/profiles/${profile}/balances`, { headers: bearer });
    expect((await balances('profile-1001')).status).toBe(200);
    expect(differing.upstream.calls.map(({ target }) => target)).toEqual([
      '/api/v3/wallet/profile-1001/points',
    ]);
    expect((await balances('profile-1002')).status).toBe(404);
    const itself = await fetch(`${differing.url}/v3/wallet/profile-1001/points`, { headers: bearer });
    expect(itself.status).toBe(404);
    expect(differing.upstream.calls).toHaveLength(1);
    await differing.stop();
  });
});
