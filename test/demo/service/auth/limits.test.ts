import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, sign, type OpenService } from '../../../support/service-open.ts';

const REVERSE_PROXY = '10.0.0.7';

describe('limits that are counted in the database', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService({ trustedHops: [REVERSE_PROXY], requestsPerMinute: 5 });
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  const signIn = async (id: string, from: string) =>
    service.call(on.storefrontToken, {
      path: { storefront_platform: 'harbour', version: 'v1' },
      body: { id, signature: sign(id) },
      from: REVERSE_PROXY,
      headers: { Host: 'api.acme.example.com', 'X-Forwarded-For': from, 'X-Forwarded-Proto': 'https' },
    });
  /** Moves the windows of all keys into the past. */
  const wait = (seconds: number) =>
    sql`update request_windows set started_at = started_at - ${seconds} * interval '1 second'`.execute(
      service.db,
    );

  it('an address gets 1,000 new storefront tokens per hour, without limiting other addresses; valid ones are returned again', async () => {
    const NETWORK = '2001:db8:1:2';
    expect((await signIn('1001', `${NETWORK}::1`)).status).toBe(200);
    await sql`update request_windows set requests = 999 where key like 'storefront-address:%'`.execute(
      service.db,
    );
    expect((await signIn('1002', `${NETWORK}::2`)).status).toBe(200);
    const refused = await signIn('1003', `${NETWORK}::3`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await signIn('1001', `${NETWORK}::3`)).status).toBe(200);
    expect((await signIn('1003', '2001:db8:1:3::1')).status).toBe(200);
    await wait(3_601);
    expect((await signIn('1004', `${NETWORK}::3`)).status).toBe(200);
  });

  it('a token has a number of requests per minute, with the remaining ones in headers', async () => {
    const token = await service.tokenOf('1002');
    const ask = () => service.call(on.profileBalances, { token, path: { profile: 'profile-1002' } });
    const answers = [];
    for (let at = 0; at < 7; at++) answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
      '0',
    ]);
    expect(Number(answers[6]?.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const { headers } of answers) {
      const seconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1_000;
      expect(seconds).toBeGreaterThan(-2);
      expect(seconds).toBeLessThanOrEqual(61);
    }
    await wait(61);
    expect((await ask()).status).toBe(200);
  });
});

describe('limits of an address', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService({ linkRequestsPerMinute: 6, wrongLinksPerMinute: 3 });
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  const open = async (handle: string, from: string) =>
    (await service.call(on.readListShareWithoutProfile, { path: { handle }, from })).status;

  it('are settings for shared lists without a token', async () => {
    const path = { profile: 'profile-1003', list: 'wishlist' };
    const owner = await service.tokenOf('1003');
    const { handle } = (await service.call(on.addProfileListShare, { path, body: {}, token: owner })).body
      .data;
    const statuses: number[] = [];
    for (let tries = 0; tries < 8; tries++) statuses.push(await open(handle, '127.0.0.2'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const wrong: number[] = [];
    for (let tries = 0; tries < 4; tries++) wrong.push(await open('g'.repeat(32), '127.0.0.3'));
    expect(wrong).toEqual([404, 404, 404, 429]);
  });

  it('refuse wrong signatures, and still accept a right one', async () => {
    const post = async (signature: string) =>
      (
        await service.call(on.storefrontToken, {
          path: { storefront_platform: 'harbour', version: 'v1' },
          body: { id: '1001', signature },
          from: '127.0.0.4',
        })
      ).status;
    const statuses: number[] = [];
    for (let tries = 0; tries < 40; tries++) statuses.push(await post('0'.repeat(64)));
    expect(statuses).toEqual([...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
    expect(await post(sign('1001'))).toBe(200);
  });
});

describe('guesses of handles', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService();
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  it('a customer has 20 failed lookups per minute, whatever the token; then a valid handle is refused, too', async () => {
    const path = { profile: 'profile-1003', list: 'wishlist' };
    const owner = await service.tokenOf('1003');
    const { handle } = (await service.call(on.addProfileListShare, { path, body: {}, token: owner })).body
      .data;
    const open = async (token: string, tried: string) =>
      (await service.call(on.readListShareWithoutProfile, { path: { handle: tried }, token })).status;
    const token = await service.tokenOf('1001');
    const statuses = [];
    for (let tries = 0; tries < 22; tries++) statuses.push(await open(token, 'g'.repeat(32)));
    expect(statuses).toEqual([...Array<number>(20).fill(404), 429, 429]);
    expect(await open(token, handle)).toBe(429);
    await sql`update tokens set revoked_at = now() where profile_id = 'profile-1001'`.execute(service.db);
    const another = await service.tokenOf('1001');
    expect(another).not.toBe(token);
    expect(await open(another, handle)).toBe(429);
    expect(await open(await service.tokenOf('1002'), handle)).toBe(200);
  });
});
