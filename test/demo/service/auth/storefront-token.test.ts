import { createHash, createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSignedBy } from '../../../../demo/service/auth/customer-signature.ts';
import { seedShop } from '../../../../demo/service/seed/programme.ts';
import { profileBalances, storefrontToken } from '../../../../src/services/contract/endpoints/index.ts';
import { signCustomerId } from '../../../../src/proxy/signature.ts';
import { sealedSecrets } from '../../../../demo/service/auth/shop-secrets.ts';
import { SECRET, SECRET_KEYS } from '../../../support/database-fresh.ts';
import { everything } from '../../../support/service-rows.ts';
import { openService, sign, type OpenService } from '../../../support/service-open.ts';

const VECTOR = 'fd91015933eaadcbb042489f6f0d71935d6b9dd02b1974ba6430cfd0057507fa';
const HEX = '0123456789abcdef';

/** Invalid signatures: the vector with one digit changed, and other texts. */
const forgeries = [
  ...Array.from(
    VECTOR,
    (digit, at) => VECTOR.slice(0, at) + HEX[(HEX.indexOf(digit) + 1) % 16] + VECTOR.slice(at + 1),
  ),
  '',
  VECTOR.slice(0, -1),
  `${VECTOR}0`,
  VECTOR.toUpperCase(),
  ` ${VECTOR}`,
  `${VECTOR}\n`,
  createHmac('sha1', SECRET).update('1001').digest('hex'),
  createHmac('sha256', SECRET).update('1001').digest('base64'),
  createHmac('sha256', SECRET).update('1002').digest('hex'),
  createHmac('sha256', '').update('1001').digest('hex'),
  createHash('sha256').update('1001').digest('hex'),
  'ﬀ'.repeat(32),
];

describe('signature of a customer id', () => {
  it('is the published test vector', () => {
    expect(isSignedBy([SECRET], { customerId: '1001', signature: VECTOR })).toBe(true);
  });

  it('is not valid when changed', () => {
    expect(
      forgeries.filter((forgery) => isSignedBy([SECRET], { customerId: '1001', signature: forgery })),
    ).toEqual([]);
  });

  it('covers the UTF-8 bytes of the id', () => {
    expect(isSignedBy([SECRET], { customerId: 'عميل-é', signature: sign('عميل-é') })).toBe(true);
    expect(isSignedBy([SECRET], { customerId: 'عميل-e\u0301', signature: sign('عميل-é') })).toBe(false);
  });
});

describe('POST storefront token', () => {
  let service: OpenService;
  const post = (body: unknown, path: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    service.call(storefrontToken, {
      path: { storefront_platform: 'harbour', version: 'v1', ...path },
      body,
      headers,
    });

  beforeAll(async () => {
    service = await openService();
  });
  // Wrong signatures of an address are limited, by a test of their own.
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  it('issues a token of at least 128 bits to a request without a token', async () => {
    const before = Date.now();
    const { body } = await post({ id: '1001', signature: VECTOR });
    expect(body).toEqual({
      data: { token: expect.stringMatching(/^[\w-]{43}$/), expiry: expect.any(String) },
    });
    const lifetimeMs = Date.parse(body.data.expiry) - before;
    expect(lifetimeMs).toBeGreaterThan(14 * 60_000);
    expect(lifetimeMs).toBeLessThan(16 * 60_000);
  });

  it('answers the live token of a customer again, with its remaining lifetime', async () => {
    const first = await post({ id: '1003', signature: sign('1003') });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post({ id: '1003', signature: sign('1003') })),
    );
    for (const { body } of answers) expect(body).toEqual(first.body);
    const { rows } = await sql`select from tokens where profile_id = 'profile-1003'`.execute(service.db);
    expect(rows).toHaveLength(1);
    expect((await post({ id: '1004', signature: sign('1004') })).body.data.token).not.toBe(
      first.body.data.token,
    );
  });

  it('issues a new token when the live one expires soon or was revoked, or the secret is new', async () => {
    const fresh = async (secret?: string) =>
      (await post({ id: '1003', signature: sign('1003', secret) })).body.data.token as string;
    const tokens = [await fresh()];
    await sql`update tokens set expires_at = now() + interval '9 minutes' where platform is not null`.execute(
      service.db,
    );
    tokens.push(await fresh());
    await sql`update tokens set revoked_at = now() where platform is not null`.execute(service.db);
    tokens.push(await fresh());
    await seedShop(service.db, SECRET_KEYS, { secret: 'rotated' });
    tokens.push(await fresh('rotated'));
    const { status } = await service.call(profileBalances, {
      path: { profile: 'profile-1003' },
      token: tokens[3] ?? '',
    });
    expect(status).toBe(200);
    await seedShop(service.db, SECRET_KEYS, { secret: SECRET });
    expect(new Set(tokens).size).toBe(4);
  });

  it('issues at most 30 new tokens to a customer in an hour, without limiting others', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 40; time++) {
      statuses.push((await post({ id: '1005', signature: sign('1005') })).status);
      await sql`update tokens set revoked_at = now() where profile_id = 'profile-1005'`.execute(service.db);
    }
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(10).fill(429)]);
    const refused = await post({ id: '1005', signature: sign('1005') });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await post({ id: '1002', signature: sign('1002') })).status).toBe(200);
  });

  it('issues any number of tokens for one signature without the limit: the twin', async () => {
    for (let time = 0; time < 40; time++) {
      await service.db.deleteFrom('request_windows').where('key', 'like', 'storefront:%').execute();
      await sql`update tokens set revoked_at = now() where profile_id = 'profile-1004'`.execute(service.db);
      expect((await post({ id: '1004', signature: sign('1004') })).status).toBe(200);
    }
  });

  it('accepts a number as its decimal text', async () => {
    expect((await post({ id: 1001, signature: VECTOR })).status).toBe(200);
  });

  it('the token works until it expires', async () => {
    const token = await service.tokenOf('1001');
    const balances = () => service.call(profileBalances, { path: { profile: 'profile-1001' }, token });
    for (const _ of [1, 2, 3]) expect((await balances()).status).toBe(200);
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires_at - created_at) / 60 as minutes from tokens
      where hash = sha256(${token}::bytea)`.execute(service.db);
    expect(Math.round(Number(rows[0]?.minutes))).toBe(15);
    await sql`update tokens set expires_at = now() where hash = sha256(${token}::bytea)`.execute(service.db);
    expect((await balances()).status).toBe(401);
  });

  it('stores hashes of tokens: no table contains a token', async () => {
    const token = await service.tokenOf('1001');
    const stored = await everything(service.db);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(stored).not.toContain(token);
    // Twin: the search finds a token that is stored in plain text.
    await service.db
      .insertInto('identities')
      .values({ profile_id: 'profile-1001', namespace: 'x', value: token })
      .execute();
    expect(await everything(service.db)).toContain(token);
  });

  it('answers the same 401 to every forged signature and every unknown customer', async () => {
    const answers = new Set<string>();
    for (const signature of forgeries) {
      await service.db.deleteFrom('request_windows').execute();
      const { status, text } = await post({ id: '1001', signature });
      answers.add(`${status} ${text}`);
    }
    for (const id of ['9999', 'profile-1001', 'noor.aalto@example.com', '1001 ', '01001', '1e3']) {
      const { status, text } = await post({ id, signature: sign(id) });
      answers.add(`${status} ${text}`);
    }
    expect([...answers]).toEqual(['401 {"message":"Unauthenticated."}']);
  });

  it('a plain comparison accepts forged signatures: the twin', async () => {
    const naive = new Hono().post('*', async (context) => {
      const { id, signature } = await context.req.json();
      return context.body(null, sign(String(id)).startsWith(signature) ? 200 : 401);
    });
    const statuses = await Promise.all(
      forgeries.map(async (signature) => {
        const body = JSON.stringify({ id: '1001', signature });
        return (await naive.request('/', { method: 'POST', body })).status;
      }),
    );
    expect(statuses).toContain(200);
  });

  it('accepts two secrets while a shop changes its secret, and one afterwards', async () => {
    const statuses = async () => [
      (await post({ id: '1001', signature: sign('1001', 'old') })).status,
      (await post({ id: '1001', signature: sign('1001', 'new') })).status,
    ];
    await seedShop(service.db, SECRET_KEYS, { secret: 'old' });
    expect(await statuses()).toEqual([200, 401]);
    await seedShop(service.db, SECRET_KEYS, { secret: 'new', previousSecret: 'old' });
    expect(await statuses()).toEqual([200, 200]);
    await seedShop(service.db, SECRET_KEYS, { secret: 'new' });
    expect(await statuses()).toEqual([401, 200]);
    await seedShop(service.db, SECRET_KEYS, { secret: SECRET });
  });

  describe('a signature with a time', () => {
    const now = () => Math.floor(Date.now() / 1_000);
    const timed = (signed_at: number, id = '1001') => ({
      id,
      signed_at,
      signature: sign(`${id}.${signed_at}`),
    });

    it('is valid for a day, as a number and as text', async () => {
      const body = timed(now());
      for (const one of [body, body, timed(now() - 23 * 3_600), timed(now() + 30)]) {
        expect((await post(one)).status).toBe(200);
      }
      expect((await post({ ...body, signed_at: String(body.signed_at) })).status).toBe(200);
    });

    it.each([
      ['is older than a day', () => timed(now() - 25 * 3_600)],
      ['is in the future', () => timed(now() + 3_600)],
      ['has another time', () => ({ ...timed(now()), signed_at: now() - 5 })],
      ['is of another customer', () => ({ ...timed(now()), id: '1002' })],
      ['has a signature without the time', () => ({ ...timed(now()), signature: VECTOR })],
      ['is sent without its time', () => ({ id: '1001', signature: timed(now()).signature })],
      ['has its time in the id', () => ({ id: `1001.${now()}`, signature: timed(now()).signature })],
    ])('is refused when it %s', async (_, body) => {
      expect(await post(body())).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    });

    it.each(['soon', -1, 1.5, '1e9', 12])('answers 422 or 401 to the time %j', async (signed_at) => {
      expect([401, 422]).toContain((await post({ id: '1001', signed_at, signature: VECTOR })).status);
    });

    it('is required by a service with that setting', async () => {
      const strict = await openService({ requireSignedAt: true });
      const path = { storefront_platform: 'harbour', version: 'v1' };
      const ask = (body: unknown) => strict.call(storefrontToken, { path, body });
      expect((await ask({ id: '1001', signature: VECTOR })).status).toBe(401);
      expect((await ask(timed(now()))).status).toBe(200);
      await strict.drop();
    });

    it('is what signCustomerId returns with signedAt; a plain id of that format is refused', () => {
      const signedAt = new Date(1_763_770_000_999);
      expect(signCustomerId('1001', SECRET, { signedAt })).toBe(sign('1001.1763770000'));
      expect(() => signCustomerId('1001.1763770000', SECRET)).toThrow(/signedAt/);
    });

    it('never expires without the check of its age: the twin', () => {
      const { id: customerId, signature, signed_at: signedAt } = timed(1_000_000_000);
      const named = { customerId, signature, signedAt };
      expect(isSignedBy([SECRET], named)).toBe(false);
      expect(isSignedBy([SECRET], named, { now: 1_000_000_000_000 })).toBe(true);
    });
  });

  it('refuses the signature of another shop', async () => {
    await service.db
      .insertInto('shops')
      .values({ platform: 'quay', version: 'v1', ...sealedSecrets(SECRET_KEYS, 'quay', { secret: 'other' }) })
      .execute();
    expect((await post({ id: '1001', signature: VECTOR }, { storefront_platform: 'quay' })).status).toBe(401);
    // A valid signature, but of a customer of another shop.
    const signature = sign('1001', 'other');
    expect((await post({ id: '1001', signature }, { storefront_platform: 'quay' })).status).toBe(401);
  });

  it.each([
    [{ storefront_platform: 'unknown' }],
    [{ storefront_platform: 'HARBOUR' }],
    [{ storefront_platform: 'har\0bour' }],
    [{ version: 'v2' }],
    [{ version: 'V1' }],
  ])('answers 404 to %j', async (path) => {
    expect((await post({ id: '1001', signature: VECTOR }, path)).status).toBe(404);
  });

  it.each<[string, unknown, string[]]>([
    ['no field', {}, ['id', 'signature']],
    ['no id', { signature: VECTOR }, ['id']],
    ['no signature', { id: '1001' }, ['signature']],
    ['null', { id: null, signature: null }, ['id', 'signature']],
    ['wrong types', { id: true, signature: 1 }, ['id', 'signature']],
    ['an array', { id: ['1001'], signature: [VECTOR] }, ['id', 'signature']],
    ['an object', { id: { $ne: '' }, signature: VECTOR }, ['id']],
    ['an empty id', { id: '', signature: VECTOR }, ['id']],
    ['a fraction', { id: 1001.5, signature: VECTOR }, ['id']],
    ['an unsafe number', { id: 2 ** 60, signature: VECTOR }, ['id']],
    ['a long id', { id: '1'.repeat(256), signature: VECTOR }, ['id']],
    ['a NUL byte', { id: '10\x0001', signature: VECTOR }, ['id']],
    ['a list as body', [], ['id', 'signature']],
    ['null as body', null, ['body']],
  ])('answers 422 to %s, with the fields', async (_, body, fields) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 422, body: { message: expect.any(String) } });
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
    for (const failures of Object.values(answer.body.errors)) expect(failures).toEqual([expect.any(String)]);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('answers 415 to %s', async (type) => {
    const answer = await post(`{"id":"1001","signature":"${VECTOR}"}`, {}, { 'Content-Type': type });
    expect(answer).toMatchObject({ status: 415, body: { message: expect.stringContaining('JSON') } });
  });

  it.each(['{', '', '{"id":"1001",}', "{'id':1}", 'id=1001', '\uFEFF'])('answers 400 to %j', async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  });
});
