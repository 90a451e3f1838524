import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { NodeProxySettings } from '../../src/proxy/node.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { OWN, withJson } from './support/ask.ts';
import { ANN, openProxy } from './support/open-proxy.ts';

// Settings for tenants that differ from an ASSUMPTION: names of headers, and paths.

it('tenant with another header for idempotency keys › receives them in that header', async () => {
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

it('tenant that sends texts in all languages › is read in the language of each request', async () => {
  const record = { 'definition.name': { from: '/definition/name', byLanguage: true } } as const;
  const differing = await openProxy({ tenantFile: { operations: { 'profiles.tier.show': { record } } } });
  const headers = { Authorization: `Bearer ${await differing.signIn()}` };
  const data = { points: 5, definition: { name: { en: 'Silver', de: 'Silber' } } };
  differing.upstream.onCall = (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
  const tierIn = async (language: string) => {
    const own = { headers: { ...headers, 'Accept-Language': language } };
    const [alone, page] = await Promise.all([
      fetch(`${differing.url}${OWN}/tier`, own),
      fetch(`${differing.url}/page?show=tier`, own),
    ]);
    const { parts } = (await page.json()) as { parts: Record<string, { body: unknown }> };
    const body = await alone.json();
    expect(parts[`${OWN}/tier`]?.body).toEqual(body);
    return (body as { data: unknown }).data;
  };
  expect(await tierIn('de-AT')).toEqual({ points: 5, definition: { name: 'Silber' } });
  expect(await tierIn('fr')).toEqual({
    points: 5,
    definition: { name: 'Silver', text_languages: { name: 'en' } },
  });
  await differing.stop();
});

describe('tenant with other paths', () => {
  it('receives the requests for tokens at these paths', async () => {
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

  it.each(['proxy.login', 'proxy.create'] as const)(
    'cannot change %s, which is an endpoint of the proxy',
    async (id) => {
      await expect(openProxy({ paths: { [id]: '/elsewhere' } })).rejects.toThrow(
        `paths: ${id} is an address of the proxy itself, which pathPrefix moves.`,
      );
    },
  );

  it('receives requests at these paths; the paths of the proxy stay the same, and a session reaches only its own profile', async () => {
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

describe('tenant with a tenant file', () => {
  it('keeps the status of a refusal that the file gives no other meaning', async () => {
    const differing = await openProxy({ tenantFile: { errors: { statuses: { 418: 'conflict' } } } });
    const bearer = { Authorization: `Bearer ${await differing.signIn()}` };
    const statusOf = async (status: number): Promise<number> => {
      differing.upstream.onAny = ({ target }, response) => {
        const isToken = target.includes('/auth/');
        response.writeHead(isToken ? 200 : status, { 'Content-Type': 'application/json' });
        response.end(isToken ? '{"data":{"token":"customer-1"}}' : '{"message":"No."}');
      };
      return (await fetch(`${differing.url}${OWN}/balances`, { headers: bearer })).status;
    };
    expect([await statusOf(405), await statusOf(400), await statusOf(418)]).toEqual([405, 400, 409]);
    // The first status that is no success.
    expect(await statusOf(300)).toBeGreaterThanOrEqual(400);
    await differing.stop();
  });

  /** What the proxy of a tenant answers to a request for the balances. */
  async function answerOf(
    tenantFile: TenantFile,
    answer: (response: ServerResponse) => void,
    more: Partial<NodeProxySettings> = {},
  ) {
    const differing = await openProxy({ tenantFile, ...more });
    const headers = { Authorization: `Bearer ${await differing.signIn()}` };
    differing.upstream.onCall = (_, response) => answer(response);
    const response = await fetch(`${differing.url}${OWN}/balances`, { headers });
    const text = await response.text();
    await differing.stop();
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
  }
  const json = (status: number, body: unknown) => (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  it('answers a refusal that has a good status as a refusal, with its text', async () => {
    const errors = { refused: { from: '/ok', is: [false] }, message: '/why' } as const;
    expect(await answerOf({ errors }, json(200, { ok: false, why: 'Not today.' }))).toMatchObject({
      status: 422,
      text: '{"message":"Not today."}',
    });
    expect((await answerOf({ errors }, json(200, { ok: true, data: {} }))).status).toBe(200);
  });

  it('answers when to try again, where only the body says it', async () => {
    const errors = { retryAfter: '/wait' } as const;
    expect(await answerOf({ errors }, json(429, { wait: 2.2 }))).toMatchObject({
      status: 429,
      retryAfter: '3',
    });
    expect(await answerOf({ errors }, json(429, {}))).toMatchObject({ status: 429, retryAfter: null });
  });

  it('answers 501 for an operation that the service does not have', async () => {
    const operations = { 'profiles.balances.show': false } as const;
    expect((await answerOf({ operations }, json(200, {}))).status).toBe(501);
  });

  it('answers 504 where the service is late, 502 where its answer cannot be read', async () => {
    const errors = { statuses: { 418: 'conflict' } } as const;
    expect((await answerOf({ errors }, () => {}, { deadlineMs: 300 })).status).toBe(504);
    expect((await answerOf({ errors }, (response) => void response.end('<h1>'))).status).toBe(502);
  });

  it('answers 204 to a write that is done, where its answer cannot be read', async () => {
    const differing = await openProxy({ tenantFile: { errors: { statuses: { 418: 'conflict' } } } });
    const headers = {
      Authorization: `Bearer ${await differing.signIn()}`,
      'Content-Type': 'application/json',
    };
    differing.upstream.onCall = (_, response) => void response.end('<h1>Done</h1>');
    const claim = { ...withJson('POST', '{"reward_definition_id":1}'), headers };
    const answered = await fetch(`${differing.url}${OWN}/rewards`, claim);
    expect([answered.status, await answered.text()]).toEqual([204, '']);
    expect(differing.log.map(({ event }) => event)).toContain('reply_not_mapped');
    await differing.stop();
  });

  it.each([
    ['done', 200],
    ['failed', 422],
    ['parked', 504],
  ])('answers an accepted claim whose job is %s with %d', async (state, status) => {
    const finish = { get: '/v3/jobs/{reply:/job}', state: '/state', everySeconds: 0 } as const;
    const tenantFile = { operations: { 'profiles.rewards.store': { finish } } };
    const differing = await openProxy({ tenantFile });
    const headers = {
      Authorization: `Bearer ${await differing.signIn()}`,
      'Content-Type': 'application/json',
    };
    differing.upstream.onCall = ({ method }, response) =>
      method === 'POST'
        ? json(202, { job: 9 })(response)
        : json(
            200,
            state === 'failed' ? { state, message: 'Sold out.' } : { state, data: { id: 7 } },
          )(response);
    const claim = { ...withJson('POST', '{"reward_definition_id":1}'), headers };
    const answered = await fetch(`${differing.url}${OWN}/rewards`, claim);
    const text = await answered.text();
    const calls = differing.upstream.calls.map(({ method, target }) => `${method} ${target}`);
    await differing.stop();
    expect(answered.status).toBe(status);
    expect(calls.slice(-2)).toEqual(['POST /api/v3/profiles/profile-1001/rewards', 'GET /api/v3/jobs/9']);
    expect(text.includes('Sold out.')).toBe(state === 'failed');
  });

  it.each([
    ['profiles.rewards.store', { state: '/state' }, 'finish must have state, and either get or address.'],
    ['profiles.rewards.store', { get: '/jobs' }, 'finish must have state, and either get or address.'],
    [
      'profiles.rewards.store',
      { state: '/state', get: '/jobs', address: '/links/self' },
      'finish must have state, and either get or address.',
    ],
    [
      'profiles.balances.show',
      { state: '/state', get: '/jobs' },
      'profiles.balances.show changes nothing: it cannot have finish.',
    ],
  ])('does not start where %s has the finish %j', async (id, finish, message) => {
    const tenantFile = { operations: { [id]: { finish } } } as TenantFile;
    await expect(openProxy({ tenantFile })).rejects.toThrow(message);
  });
});

it('tenant whose token has another name › is said to need it in the tenant file, with the names and no value', async () => {
  const differing = await openProxy({ shopSecret: undefined });
  differing.upstream.onAny = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"jwt":"canary-token","lifetime":60}');
  };
  await differing.signIn().catch(() => undefined);
  const refused = differing.log.find(({ event }) => event === 'token_refused');
  expect(refused).toMatchObject({
    status: 200,
    diagnostic: expect.stringMatching(/jwt, lifetime.*record: \{ token/),
  });
  expect(JSON.stringify(differing.log)).not.toContain('canary-token');
  await differing.stop();
});
