import { createHash, createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSignedBy } from '../../demo/service/auth/customer-signature.ts';
import { seedShop } from '../../demo/service/seed/programme.ts';
import { profileBalances, storefrontToken } from '../../src/services/endpoints/index.ts';
import { SECRET } from '../support/database-fresh.ts';
import { everything } from '../support/service-rows.ts';
import { openService, sign, type OpenService } from '../support/service-open.ts';

const VECTOR = 'fd91015933eaadcbb042489f6f0d71935d6b9dd02b1974ba6430cfd0057507fa';
const HEX = '0123456789abcdef';

/** The vector with each digit changed, one at a time, and other things that are not it. */
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

describe('the signature of a customer id', () => {
  it('R89: is the published vector', () => {
    expect(isSignedBy([SECRET], '1001', VECTOR)).toBe(true);
  });

  it('R89: is no forgery', () => {
    expect(forgeries.filter((forgery) => isSignedBy([SECRET], '1001', forgery))).toEqual([]);
  });

  it('covers the UTF-8 bytes of the id', () => {
    expect(isSignedBy([SECRET], 'عميل-é', sign('عميل-é'))).toBe(true);
    expect(isSignedBy([SECRET], 'عميل-e\u0301', sign('عميل-é'))).toBe(false);
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
  afterAll(() => service.drop());

  it('R90, R91: gives a token of at least 128 bits, another one each time, without any token before', async () => {
    const [one, other] = [
      await post({ id: '1001', signature: VECTOR }),
      await post({ id: '1001', signature: VECTOR }),
    ];
    expect(one.body).toEqual({ data: { token: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(other.body.data.token).not.toBe(one.body.data.token);
  });

  it('takes a number as its decimal text (G40)', async () => {
    expect((await post({ id: 1001, signature: VECTOR })).status).toBe(200);
  });

  it('R92: gives a token that works again and again until it expires', async () => {
    const token = await service.tokenOf('1001');
    const balances = () => service.call(profileBalances, { path: { profile: 'profile-1001' }, token });
    for (const _ of [1, 2, 3]) expect((await balances()).status).toBe(200);
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from expires_at - created_at) / 60 as minutes from tokens
      where hash = sha256(${token}::bytea)`.execute(service.db);
    expect(Number(rows[0]?.minutes)).toBe(60);
    await sql`update tokens set expires_at = now() where hash = sha256(${token}::bytea)`.execute(service.db);
    expect((await balances()).status).toBe(401);
  });

  it('stores tokens as hashes: no value of a token is in the database', async () => {
    const token = await service.tokenOf('1001');
    const stored = await everything(service.db);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(stored).not.toContain(token);
    // Twin: a token that is stored as it is would be found.
    await service.db
      .insertInto('identities')
      .values({ profile_id: 'profile-1001', namespace: 'x', value: token })
      .execute();
    expect(await everything(service.db)).toContain(token);
  });

  it('answers every forgery and every unknown customer with one and the same 401', async () => {
    const answers = new Set<string>();
    for (const signature of forgeries) {
      const { status, text } = await post({ id: '1001', signature });
      answers.add(`${status} ${text}`);
    }
    for (const id of ['9999', 'profile-1001', 'noor.aalto@example.com', '1001 ', '01001', '1e3']) {
      const { status, text } = await post({ id, signature: sign(id) });
      answers.add(`${status} ${text}`);
    }
    expect([...answers]).toEqual(['401 {"message":"Unauthenticated."}']);
  });

  it('is more than a comparison of what was sent: the naive twin lets forgeries in', async () => {
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

  it('accepts two secrets while a shop moves from one to the other, and one afterwards', async () => {
    const statuses = async () => [
      (await post({ id: '1001', signature: sign('1001', 'old') })).status,
      (await post({ id: '1001', signature: sign('1001', 'new') })).status,
    ];
    await seedShop(service.db, { secret: 'old' });
    expect(await statuses()).toEqual([200, 401]);
    await seedShop(service.db, { secret: 'new', previousSecret: 'old' });
    expect(await statuses()).toEqual([200, 200]);
    await seedShop(service.db, { secret: 'new' });
    expect(await statuses()).toEqual([401, 200]);
    await seedShop(service.db, { secret: SECRET });
  });

  it('R88: knows two shops apart: the signature of one is nothing to the other', async () => {
    await service.db
      .insertInto('shops')
      .values({ platform: 'quay', version: 'v1', secret: 'other', previous_secret: null })
      .execute();
    expect((await post({ id: '1001', signature: VECTOR }, { storefront_platform: 'quay' })).status).toBe(401);
    // Signed well, but a customer of another shop.
    const signature = sign('1001', 'other');
    expect((await post({ id: '1001', signature }, { storefront_platform: 'quay' })).status).toBe(401);
  });

  it.each([
    [{ storefront_platform: 'unknown' }],
    [{ storefront_platform: 'HARBOUR' }],
    [{ storefront_platform: 'har\0bour' }],
    [{ version: 'v2' }],
    [{ version: 'V1' }],
  ])('R118: answers 404 to %j', async (path) => {
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
  ])('R90, R113: answers 422 to %s and names the fields', async (_, body, fields) => {
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
