import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStorage, redisStorage, type ProxyStorage } from '../../src/proxy/index.ts';
import { BEN, openProxy, SHOP, type OpenProxy } from './support/open-proxy.ts';
import { hasRedis, NEEDS_REDIS, startRedis, type RunningRedis } from './support/redis.ts';

let redis: RunningRedis | undefined;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());

const STORES: readonly (readonly [name: string, skip: boolean, make: () => ProxyStorage])[] = [
  ['memory', false, () => memoryStorage()],
  [
    'Redis',
    !hasRedis,
    () => redisStorage((redis as RunningRedis).client(), { prefix: `logout-${process.pid}:` }),
  ],
];

async function statusOf({ url }: OpenProxy, token: string, profile = 'profile-1001'): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/v3/profiles/${profile}/balances`, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function logout({ url }: OpenProxy, token: string | undefined, body?: string) {
  const response = await fetch(`${url}/logout`, {
    method: 'POST',
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  return [response.status, await response.text()] as const;
}

for (const [name, skip, make] of STORES) {
  describe(`POST /logout, sessions in ${name}`, () => {
    beforeEach((context) => context.skip(skip, NEEDS_REDIS));

    let one: OpenProxy;
    let other: OpenProxy;
    beforeAll(async () => {
      if (skip) return;
      const storage = make();
      one = await openProxy({ storage });
      other = await openProxy({ storage, baseUrl: one.upstream.baseUrl });
    });
    afterAll(() => Promise.all([one?.stop(), other?.stop()]));

    it('ends the session at once on every instance, and no other session', async () => {
      const [ended, live] = [await one.signIn(), await one.signIn()];
      expect([await statusOf(one, ended), await statusOf(other, ended)]).toEqual([200, 200]);
      expect(await logout(one, ended)).toEqual([204, '']);
      expect([await statusOf(one, ended), await statusOf(other, ended)]).toEqual([401, 401]);
      expect([await statusOf(one, live), await statusOf(other, live)]).toEqual([200, 200]);
    });

    it('with everywhere ends all sessions of the customer, and of no other; a later login works', async () => {
      const sessions = [await one.signIn(), await other.signIn(), await one.signIn()];
      const ben = await one.signIn(BEN);
      expect(await logout(other, sessions[0], '{"everywhere":true}')).toEqual([204, '']);
      for (const session of sessions)
        expect([await statusOf(one, session), await statusOf(other, session)]).toEqual([401, 401]);
      expect(await statusOf(other, ben, 'profile-1002')).toBe(200);
      const again = await one.signIn();
      expect(await statusOf(other, again)).toBe(200);
      // Again, with the sessions that were opened after it.
      await logout(one, again, '{"everywhere":true}');
      expect(await statusOf(other, again)).toBe(401);
      expect(await statusOf(one, await other.signIn())).toBe(200);
    });

    it('answers the same for an ended session; everywhere requires a session that has not ended', async () => {
      const token = await one.signIn();
      const live = await one.signIn();
      await logout(one, token);
      expect(await logout(one, token)).toEqual([204, '']);
      expect((await logout(one, token, '{"everywhere":true}'))[0]).toBe(401);
      expect(await statusOf(one, live)).toBe(200);
    });
  });
}

describe('POST /logout', () => {
  let proxy: OpenProxy;
  beforeAll(async () => {
    proxy = await openProxy();
  });
  afterAll(() => proxy.stop());

  it('requires a bearer token and a valid body, and ends no session otherwise', async () => {
    const token = await proxy.signIn();
    for (const [given, body, status] of [
      [undefined, undefined, 401],
      ['short', undefined, 401],
      [token, '{"everywhere":"yes"}', 400],
      [token, '{"profile":"profile-1002"}', 400],
      [token, '[]', 400],
      [token, '{', 400],
    ] as const) {
      expect([given, body, (await logout(proxy, given, body))[0]]).toEqual([given, body, status]);
    }
    expect(await statusOf(proxy, token)).toBe(200);
  });

  it('refuses other sites: their pages cannot sign a customer out', async () => {
    const token = await proxy.signIn();
    const post = (origin: string) =>
      fetch(`${proxy.url}/logout`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, Origin: origin },
      });
    expect((await post('https://evil.example')).status).toBe(403);
    expect(await statusOf(proxy, token)).toBe(200);
    const own = await post(SHOP);
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([204, SHOP]);
  });

  it.each(['GET', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const response = await fetch(`${proxy.url}/logout`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('answers with an error where the storage cannot be reached', async () => {
    const storage = memoryStorage();
    const texts = { ...storage.texts, delete: () => Promise.reject(new Error('down')) };
    const broken = await openProxy({ storage: { ...storage, texts } });
    const token = await broken.signIn();
    expect((await logout(broken, token))[0]).toBe(503);
    await broken.stop();
  });
});

it('POST /logout › with everywhere also ends a session that is being opened; a twin without epochs does not', async () => {
  /** A storage that can delay the write of a new session. */
  const slow = (forgetsEpoch: boolean) => {
    const { texts, ...storage } = memoryStorage();
    let isHeld = false;
    const written: (() => void)[] = [];
    const set: ProxyStorage['texts']['set'] = async (key, value, lifetimeMs) => {
      if (isHeld && key.includes(':session:')) await new Promise<void>((resolve) => written.push(resolve));
      return texts.set(key, value, lifetimeMs);
    };
    const get: ProxyStorage['texts']['get'] = async (key) =>
      forgetsEpoch && key.includes(':signed-out:') ? undefined : texts.get(key);
    return {
      storage: { ...storage, texts: { ...texts, set, get } },
      hold: () => (isHeld = true),
      written,
    };
  };
  const statuses: number[] = [];
  for (const forgetsEpoch of [false, true]) {
    const { storage, hold, written } = slow(forgetsEpoch);
    const proxy = await openProxy({ storage });
    const first = await proxy.signIn();
    hold();
    const late = proxy.signIn();
    await expect.poll(() => written.length).toBe(1);
    await logout(proxy, first, '{"everywhere":true}');
    written[0]?.();
    statuses.push(await statusOf(proxy, await late));
    await proxy.stop();
  }
  expect(statuses).toEqual([401, 200]);
});
