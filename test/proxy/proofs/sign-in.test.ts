import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import {
  GUEST,
  memoryStorage,
  openidProof,
  ProofRefused,
  shopifyProof,
  type CustomerProof,
  type OpenidProofSettings,
} from '../../../src/proxy/index.ts';
import { ask, OWN } from '../support/ask.ts';
import { ANN, basic, BEN, openProxy, SHOP, type OpenProxy } from '../support/open-proxy.ts';

/** A proof in a header: `ann`, `ben`, `guest`, `wrong` or `down`. */
const headerProof = (name: string, more: object = {}): CustomerProof => ({
  name,
  async verify({ headers }) {
    switch (headers.get(name)) {
      case 'ann':
        return { ...ANN, ...more };
      case 'ben':
        return { ...BEN, ...more };
      case 'guest':
        return GUEST;
      case 'wrong':
        throw new ProofRefused();
      case 'down':
        throw new Error('connect ECONNREFUSED 10.0.0.7 canary-secret');
      default:
        return undefined;
    }
  },
});

const APP_SECRET = 'canary-app-secret';
let now = Date.now();
let proxy: OpenProxy;
beforeAll(async () => {
  proxy = await openProxy({
    now: () => now,
    limits: { perAddress: 10_000, unprovenPerAddress: 10_000 },
    proofs: [
      headerProof('X-First'),
      headerProof('X-Second'),
      headerProof('X-Once', { once: { key: 'one', until: now + 60_000 } }),
      headerProof('X-At-Once', { once: { key: 'another', until: now + 60_000 } }),
      headerProof('X-Short', { endsAt: now + 30_000 }),
      shopifyProof({ shop: 'acme.myshopify.com', secret: APP_SECRET, now: () => now }),
    ],
  });
});
afterAll(() => proxy.stop());
beforeEach(() => {
  proxy.upstream.clear();
  proxy.log.length = 0;
});

async function signIn(
  headers: Record<string, string>,
  { query = '', body }: { query?: string; body?: object } = {},
) {
  const response = await fetch(`${proxy.url}/login${query}`, {
    method: 'POST',
    headers: { Origin: SHOP, ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** The query that Shopify's app proxy adds. */
function shopify(
  customerId: string,
  more: Record<string, string> = {},
  once: string = crypto.randomUUID(),
): string {
  const parameters = {
    ...more,
    ...(once && { once }),
    shop: 'acme.myshopify.com',
    logged_in_customer_id: customerId,
    path_prefix: '/apps/loyalty',
    timestamp: String(Math.floor(now / 1_000)),
  };
  const message = Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('');
  const signature = createHmac('sha256', APP_SECRET).update(message).digest('hex');
  return `?${new URLSearchParams({ ...parameters, signature })}`;
}

describe('POST /login with a proof', () => {
  it('opens a session, and names the profile, which the page has no other way to find', async () => {
    const { status, body } = await signIn({ 'X-First': 'ann' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['token', 'expiry', 'page', 'profile_id']);
    expect(body['profile_id']).toBe('profile-1001');
    expect((await ask(`${proxy.url}${OWN}/balances`, body['token']!)).status).toBe(200);
    expect((await ask(`${proxy.url}/v3/profiles/profile-1002/balances`, body['token']!)).status).toBe(404);
  });

  it('still takes a password', async () => {
    expect((await signIn({ Authorization: basic(ANN.email, ANN.password) })).status).toBe(200);
    expect((await signIn({ Authorization: basic(ANN.email, 'wrong'), 'X-First': 'ann' })).status).toBe(401);
  });

  it('gives a guest, an invalid proof and no proof the same answer', async () => {
    const answers = await Promise.all([
      signIn({ 'X-First': 'guest' }),
      signIn({ 'X-First': 'wrong' }),
      signIn({}),
    ]);
    for (const answer of answers)
      expect(answer).toEqual({ status: 401, body: { message: 'Please sign in.' } });
  });

  it('fails while a proof cannot be checked; neither answer nor log has its error', async () => {
    for (let tries = 0; tries < 2; tries++) {
      const { status, body } = await signIn({ 'X-First': 'down' });
      expect([status, JSON.stringify(body)]).toEqual([502, expect.not.stringMatching(/canary|10\.0\.0/)]);
    }
    expect(JSON.stringify(proxy.log)).not.toMatch(/canary|10\.0\.0/);
    expect(proxy.log).toContainEqual({ level: 'error', event: 'proof_failed' });
  });

  it.each([
    { 'X-First': 'ann', 'X-Second': 'ben' },
    { 'X-First': 'ann', 'X-Second': 'guest' },
    { 'X-First': 'guest', 'X-Second': 'ann' },
    { 'X-First': 'ann', 'X-Second': 'wrong' },
  ])('refuses proofs that do not agree: %o', async (headers) => {
    expect((await signIn(headers)).status).toBe(401);
  });

  it('takes several proofs of one customer', async () => {
    expect((await signIn({ 'X-First': 'ann', 'X-Second': 'ann' })).status).toBe(200);
  });

  it('refuses a customer other than the one for whom the shop rendered the page', async () => {
    expect((await signIn({ 'X-First': 'ann' }, { body: { customer_id: '1001' } })).status).toBe(200);
    expect((await signIn({ 'X-First': 'ben' }, { body: { customer_id: '1001' } })).status).toBe(401);
    expect((await signIn({ 'X-First': 'ann' }, { body: { customer: '1001' } })).status).toBe(400);
  });

  it('opens one session with a proof that can be copied, which a page of another customer does not use up', async () => {
    const body = { customer_id: 'somebody-else' };
    expect((await signIn({ 'X-Once': 'ann' }, { body })).status).toBe(401);
    expect((await signIn({ 'X-Once': 'ann' })).status).toBe(200);
    expect((await signIn({ 'X-Once': 'ann' })).status).toBe(401);
  });

  it('opens one session for 20 requests with one proof at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn({ 'X-At-Once': 'ann' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('ends a session with the token that proved its customer', async () => {
    const { body } = await signIn({ 'X-Short': 'ann' });
    const balances = () => ask(`${proxy.url}${OWN}/balances`, body['token']!);
    expect((await balances()).status).toBe(200);
    now += 31_000;
    expect((await balances()).status).toBe(401);
    now -= 31_000;
  });

  it.each([
    ['guest', 401],
    ['down', 502],
  ])('limits sign-ins that prove nobody: %s', async (who, refusal) => {
    const other = await openProxy({ limits: { unprovenPerAddress: 3 }, proofs: [headerProof('X-First')] });
    const status = async (who: string) =>
      (await fetch(`${other.url}/login`, { method: 'POST', headers: { 'X-First': who } })).status;
    for (let tries = 0; tries < 10; tries++) expect(await status('ann')).toBe(200);
    for (let tries = 0; tries < 3; tries++) expect(await status(who)).toBe(refusal);
    expect(await status(who)).toBe(429);
    await other.stop();
  });

  it('limits wrong proofs of an address, of sign-ins and of every request', async () => {
    const shop = { shop: 'acme.myshopify.com', secret: APP_SECRET, now: () => now };
    const other = await openProxy({
      limits: { perAddress: 3 },
      trustedHops: ['127.0.0.1'],
      now: () => now,
      proofs: [headerProof('X-First'), shopifyProof(shop)],
    });
    const status = async (address: string, headers: Record<string, string>, query = '') => {
      const response = await fetch(`${other.url}/login${query}`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https', ...headers },
      });
      return response.status;
    };
    const wrong = shopify('1001').replace(/signature=\w{4}/, 'signature=0000');
    for (let tries = 0; tries < 3; tries++)
      expect(await status('203.0.113.1', { 'X-First': 'wrong' })).toBe(401);
    expect(await status('203.0.113.1', { 'X-First': 'wrong' })).toBe(429);
    for (let tries = 0; tries < 3; tries++) expect(await status('203.0.113.2', {}, wrong)).toBe(401);
    expect(await status('203.0.113.2', {}, wrong)).toBe(429);
    expect(await status('203.0.113.3', { 'X-First': 'wrong' })).toBe(401);
    await other.stop();
  });

  it('logs a refused proof, without what it was', async () => {
    await signIn({ 'X-First': 'wrong' });
    expect(proxy.log).toEqual([{ level: 'warn', event: 'proof_refused' }]);
  });

  it('asks each proof once, and counts only requests that ask the platform', async () => {
    const asked: object[] = [];
    const every: CustomerProof = {
      name: 'every',
      everyRequest: true,
      async verify({ headers, query, signsIn }) {
        asked.push({ every: true, query, signsIn });
        return headers.get('X-Every') === 'ann' ? ANN : headers.has('X-Every') ? GUEST : undefined;
      },
    };
    const other: CustomerProof = {
      name: 'other',
      async verify({ query, signsIn }) {
        asked.push({ every: false, query, signsIn });
        return undefined;
      },
    };
    const limits = { perAddress: 10_000, unprovenPerAddress: 2 };
    const [both, alone] = await Promise.all([
      openProxy({ limits, proofs: [every, other] }),
      openProxy({ limits, proofs: [every] }),
    ]);
    const status = async ({ url }: OpenProxy, headers: Record<string, string>) =>
      (await fetch(`${url}/login?a=1`, { method: 'POST', headers })).status;
    expect(await status(both, { 'X-Every': 'ann' })).toBe(200);
    expect(asked).toEqual([
      { every: true, query: '?a=1', signsIn: true },
      { every: false, query: '', signsIn: true },
    ]);
    for (let tries = 0; tries < 5; tries++) {
      expect(await status(both, { 'X-Every': 'guest' })).toBe(401);
      expect(await status(alone, { 'X-Every': 'guest' })).toBe(401);
      expect(await status(alone, {})).toBe(401);
    }
    for (const expected of [401, 401, 429]) expect(await status(both, {})).toBe(expected);
    await Promise.all([both.stop(), alone.stop()]);
  });

  it('stores the mark of a used proof until a minute after its end, and no longer', async () => {
    const lifetimes: number[] = [];
    const storage = memoryStorage({ now: () => now });
    const add: typeof storage.texts.add = (key, value, lifetimeMs) => {
      if (key.includes('proof:')) lifetimes.push(lifetimeMs);
      return storage.texts.add(key, value, lifetimeMs);
    };
    const other = await openProxy({
      storage: { ...storage, texts: { ...storage.texts, add } },
      now: () => now,
      proofs: [
        headerProof('X-First', { once: { key: 'a', until: now + 1_000 } }),
        headerProof('X-Second', { once: { key: 'b', until: now - 90_000 } }),
      ],
    });
    for (const name of ['X-First', 'X-Second'])
      await fetch(`${other.url}/login`, { method: 'POST', headers: { [name]: 'ann' } });
    expect(lifetimes).toEqual([61_000, 1]);
    await other.stop();
  });

  it('remembers a used proof as long as clocks may differ after its end', async () => {
    const storage = memoryStorage({ now: () => now });
    const proofs = [headerProof('X-First', { once: { key: 'margin', until: now + 1_000 } })];
    const other = await openProxy({ storage, now: () => now, proofs });
    const status = async () =>
      (await fetch(`${other.url}/login`, { method: 'POST', headers: { 'X-First': 'ann' } })).status;
    const before = now;
    expect(await status()).toBe(200);
    for (const later of [500, 1_500, 31_000, 60_500]) {
      now = before + later;
      expect([later, await status()]).toEqual([later, 401]);
    }
    now = before;
    await other.stop();
  });

  it.each(['https://evil.example', 'null'])('refuses a page of the origin %s', async (Origin) => {
    expect((await signIn({ 'X-First': 'ann', Origin })).status).toBe(403);
  });
});

describe('a request that Shopify forwards', () => {
  it('signs a customer in, and once with the same signature', async () => {
    const query = shopify('1001');
    expect(await signIn({}, { query })).toMatchObject({ status: 200, body: { profile_id: 'profile-1001' } });
    expect((await signIn({}, { query })).status).toBe(401);
  });

  it('signs nobody in for a guest', async () => {
    expect((await signIn({}, { query: shopify('') })).status).toBe(401);
  });

  it('reaches the service without the parameters of Shopify', async () => {
    const { body } = await signIn({}, { query: shopify('1001') });
    const query = shopify('1001', { 'page[size]': '2' }, '');
    expect((await ask(`${proxy.url}${OWN}/rewards${query}`, body['token']!)).status).toBe(200);
    expect(proxy.upstream.calls.at(-1)?.target).toMatch(/\/rewards\?page%5Bsize%5D=2$/);
  });

  it('is refused with the session of another customer, such as of the one before at this browser', async () => {
    const { body } = await signIn({}, { query: shopify('1001') });
    const status = async (id: string) =>
      (await ask(`${proxy.url}${OWN}/balances${shopify(id, {}, '')}`, body['token']!)).status;
    expect(await status('1001')).toBe(200);
    expect(await status('1002')).toBe(401);
    expect(await status('')).toBe(401);
  });

  it('is refused with an invalid signature, whatever its session is', async () => {
    const { body } = await signIn({}, { query: shopify('1001') });
    const query = shopify('1001', {}, '').replace(/signature=\w{4}/, 'signature=0000');
    expect((await ask(`${proxy.url}${OWN}/balances${query}`, body['token']!)).status).toBe(401);
  });
});

describe('a proxy without a directory', () => {
  it('refuses passwords and registrations', async () => {
    const only = await openProxy({ directory: undefined, proofs: [headerProof('X-First')] });
    const post = (path: string, headers: Record<string, string>) =>
      fetch(`${only.url}${path}`, { method: 'POST', headers });
    expect((await post('/login', { Authorization: basic(ANN.email, ANN.password) })).status).toBe(401);
    expect((await post('/create', {})).status).toBe(404);
    expect((await post('/login', { 'X-First': 'ann' })).status).toBe(200);
    await only.stop();
  });
});

describe('an account of an OpenID provider with the address of another customer', () => {
  const ISSUER = 'https://id.shop.example/';
  const pair = generateKeyPair('RS256', { extractable: true });
  const tokenOf = async (claims: object) =>
    new SignJWT({ email: ANN.email, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(ISSUER)
      .setAudience('shop-page')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign((await pair).privateKey);
  const withOpenid = async (settings: Partial<OpenidProofSettings>, other?: CustomerProof) => {
    const keys = [{ ...(await exportJWK((await pair).publicKey)), kid: 'one', alg: 'RS256' }];
    const proof = openidProof({
      issuer: ISSUER,
      audience: 'shop-page',
      jwksUrl: 'https://id.shop.example/jwks.json',
      fetch: async () => Response.json({ keys }),
      ...settings,
    });
    const open = await openProxy({ directory: undefined, proofs: [other ?? proof] });
    // The owner's profile, whose id at the platform is the address.
    open.upstream.profiles.push({
      id: 'profile-owner',
      identities: [ANN.email],
      email: ANN.email,
      first_name: 'Ann',
      last_name: 'Ø',
    });
    const signedIn = async (claims: object) => {
      const response = await fetch(`${open.url}/login`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await tokenOf(claims)}` },
      });
      const body = (await response.json()) as { profile_id?: string };
      return [response.status, body.profile_id];
    };
    return { ...open, signedIn };
  };

  it('does not reach the profile of the address, where it is the id', async () => {
    const { signedIn, stop } = await withOpenid({ customerClaim: 'email' });
    expect(await signedIn({ sub: 'owner', email_verified: true })).toEqual([200, 'profile-owner']);
    for (const email_verified of [false, 'false', 0, null, 'no', undefined])
      expect(await signedIn({ sub: 'attacker', email_verified })).toEqual([401, undefined]);
    await stop();
  });

  it('twin: reaches it by a proof that reads the address alone', async () => {
    const careless: CustomerProof = {
      name: 'careless',
      async verify({ headers }) {
        const { email } = decodeJwt((headers.get('Authorization') ?? '').slice('Bearer '.length));
        return { id: String(email), email: String(email), firstName: '', lastName: '' };
      },
    };
    const { signedIn, stop } = await withOpenid({}, careless);
    expect(await signedIn({ sub: 'attacker', email_verified: false })).toEqual([200, 'profile-owner']);
    await stop();
  });

  it('neither finds, links nor creates a profile by the address, where it is a field', async () => {
    const { signedIn, upstream, stop } = await withOpenid({});
    for (const email_verified of [false, 'false', 0, null, 'no', undefined]) {
      upstream.clear();
      const [status, profile] = await signedIn({
        sub: `attacker ${typeof email_verified} ${email_verified}`,
        email_verified,
      });
      expect(status).toBe(200);
      expect(['profile-1001', 'profile-owner']).not.toContain(profile);
      // Search, creation and identity: none of them has the address.
      expect(upstream.syncCalls.length).toBeGreaterThan(1);
      expect(JSON.stringify(upstream.syncCalls)).not.toMatch(/ann(@|%40)example\.com/i);
    }
    upstream.clear();
    await signedIn({ sub: 'new customer', email_verified: true });
    expect(JSON.stringify(upstream.syncCalls)).toContain(ANN.email);
    await stop();
  });
});
