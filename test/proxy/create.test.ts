import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { each } from './support/random.ts';

// `{proxy_url}/create` (spec 5.4).

let proxy: OpenProxy;
beforeAll(async () => {
  proxy = await openProxy({ limits: { createPerAddress: 100_000 } });
});
afterAll(() => proxy.stop());

const GUEST = { email: 'guest@example.com', password: 'a good password', first_name: 'Gü', last_name: 'Est' };

async function create(body: unknown, { url } = proxy, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/create`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

describe('POST /create', () => {
  it('creates a customer and a profile, answers without a token, and the login that follows works', async () => {
    const { status, json } = await create(GUEST, proxy, { Origin: SHOP });
    const profile = proxy.upstream.profiles.find(({ email }) => email === GUEST.email);
    expect([status, json]).toEqual([200, { data: { profile_id: profile?.id } }]);
    expect(profile).toMatchObject({ first_name: 'Gü', last_name: 'Est' });
    expect(JSON.stringify(proxy.upstream.syncCalls)).not.toContain(GUEST.password);
    const token = await proxy.signIn(GUEST);
    const headers = { Authorization: `Bearer ${token}` };
    const own = await fetch(`${proxy.url}/v3/profiles/${profile?.id}/balances`, { headers });
    expect(own.status).toBe(200);
  });

  it.each(["sinead.o'brien@example.com", 'jörg@müller.example', 'x@xn--mller-kva.example'])(
    'takes %s, as an input of the type email does',
    async (email) => {
      expect((await create({ ...GUEST, email })).status).toBe(200);
      expect(await proxy.signIn({ email, password: GUEST.password })).toMatch(/^[\w-]{43}$/);
    },
  );

  it.each([
    ['with another password', { ...GUEST, password: 'another password' }],
    ['in another spelling', { ...GUEST, email: 'GUEST@Example.com', password: 'another password' }],
    ['of the first customer', { ...GUEST, email: ANN.email }],
  ])('refuses an e-mail that is in use %s, and does not change its account', async (_, body) => {
    const before = structuredClone(proxy.upstream.profiles);
    const { status, json } = await create(body);
    expect([status, Object.keys(json), Object.keys(json.errors)]).toEqual([
      422,
      ['message', 'errors'],
      ['email'],
    ]);
    expect(proxy.upstream.profiles).toEqual(before);
    expect(await proxy.signIn(GUEST)).toMatch(/^[\w-]{43}$/);
    await expect(proxy.signIn({ email: body.email, password: 'another password' })).rejects.toThrow('401');
  });

  it.each([
    ['{}', ['email', 'password']],
    ['{"email":"x","password":"longenough"}', ['email']],
    ['{"email":"a@b.example","password":"short"}', ['password']],
    ['{"email":["a@b.example"],"password":{"a":1}}', ['email', 'password']],
    ['{"email":"a@b.example","password":"longenough","first_name":"\\u0000"}', ['first_name']],
    ['[]', ['email', 'password']],
    ['"text"', undefined],
  ])('answers with the wrong fields of %s', async (body, fields) => {
    const { status, json } = await create(body);
    expect(status).toBe(422);
    if (fields) expect(Object.keys(json.errors)).toEqual(fields);
  });

  it('ignores all but the four fields', async () => {
    const extra = { id: '1001', profile_id: 'profile-1001', tier: 'gold', points: 9, __proto__x: 1 };
    const { status } = await create({ ...GUEST, ...extra, email: 'extra@example.com' });
    expect(status).toBe(200);
    const [added] = proxy.upstream.syncCalls.filter(
      ({ target, body }) => target === '/api/v3/profiles' && body.includes('extra@example.com'),
    );
    expect(Object.keys(JSON.parse(added?.body ?? '{}')).sort()).toEqual([
      'email',
      'external_id',
      'first_name',
      'last_name',
    ]);
  });

  it('creates no second profile for an e-mail that the service knows, and gives no access to the existing one', async () => {
    const meeting = await openProxy();
    meeting.upstream.profiles.push({
      id: 'profile-shop',
      identities: [],
      email: 'till@example.com',
      first_name: 'T',
      last_name: 'T',
    });
    const { status, json } = await create({ ...GUEST, email: 'till@example.com' }, meeting);
    expect([status, Object.keys(json.errors)]).toEqual([422, ['email']]);
    expect(meeting.upstream.profiles).toHaveLength(3);
    // The platform has no new customer either.
    await expect(meeting.signIn({ ...GUEST, email: 'till@example.com' })).rejects.toThrow('401');
    await meeting.stop();
  });

  it('says that the account cannot be connected where the service refuses its profile', async () => {
    const other = await openProxy();
    other.upstream.onAny = ({ method, target }, response) => {
      if (method !== 'POST' || !target.endsWith('/v3/profiles')) return 'default';
      response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"message":"Exists."}');
      return undefined;
    };
    const { status, json } = await create({ ...GUEST, email: 'deleted@example.com' }, other);
    expect([status, Object.keys(json.errors)]).toEqual([409, ['account']]);
    await other.stop();
  });

  it('limits accounts per address: 1,000 scripted sign-ups create 5 accounts', async () => {
    const limited = await openProxy();
    const statuses = new Map<number, number>();
    await each(Array.from({ length: 1_000 }), 40, async (_, at) => {
      const { status } = await create({ ...GUEST, email: `bot-${at}@example.com` }, limited);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    expect(Object.fromEntries(statuses)).toEqual({ 200: 5, 429: 995 });
    expect(limited.upstream.profiles).toHaveLength(2 + 5);
    await limited.stop();
  });

  it('creates one account for the same sign-up sent ten times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ ...GUEST, email: 'twice@example.com' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(proxy.upstream.profiles.filter(({ email }) => email === 'twice@example.com')).toHaveLength(1);
  });

  it.each(['GET', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const response = await fetch(`${proxy.url}/create`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
