import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createProxy,
  memoryStorage,
  redisStorage,
  upstashStorage,
  type LogEntry,
  type ProxyStorage,
} from '../../src/proxy/index.ts';
import { createSessions } from '../../src/proxy/storage/sessions.ts';
import { basic, openProxy, settingsFor } from './support/open-proxy.ts';
import { hasRedis, NEEDS_REDIS, startRedis, type RunningRedis } from './support/redis.ts';
import { startUpstash, UPSTASH_TOKEN } from './support/upstash.ts';
import { countOf } from '../support/counts.ts';
import { ownTime } from '../support/own-time.ts';

// Storage of sessions and counts: in memory, and in Redis where it is available.

const run = promisify(execFile);

let redis: RunningRedis | undefined;
let upstash: Awaited<ReturnType<typeof startUpstash>> | undefined;
beforeAll(async () => {
  if (!hasRedis) return;
  redis = await startRedis();
  upstash = await startUpstash(redis.client());
});
afterAll(async () => {
  upstash?.stop();
  await redis?.stop();
});

let serial = 0;
const STORES: readonly (readonly [name: string, skip: boolean, make: () => ProxyStorage])[] = [
  ['memory', false, () => memoryStorage()],
  [
    'Redis',
    !hasRedis,
    () => redisStorage((redis as RunningRedis).client(), { prefix: `test-${process.pid}-${serial++}:` }),
  ],
  [
    'Upstash',
    !hasRedis,
    () =>
      upstashStorage({
        url: upstash!.url,
        token: UPSTASH_TOKEN,
        prefix: `test-${process.pid}-${serial++}:`,
      }),
  ],
];

for (const [name, skip, make] of STORES) {
  describe(`storage in ${name}`, () => {
    beforeEach((context) => context.skip(skip, NEEDS_REDIS));

    it('stores texts until they expire', async () => {
      const { texts } = make();
      await texts.set('a', 'one', 60_000);
      await texts.set('b', 'two', 100);
      expect([await texts.get('a'), await texts.get('c')]).toEqual(['one', undefined]);
      await expect.poll(() => texts.get('b')).toBeUndefined();
      expect(await texts.get('a')).toBe('one');
      await texts.delete('a');
      expect(await texts.get('a')).toBeUndefined();
    });

    it('adds a text only where there is none: one of 50 at once', async () => {
      const { texts } = make();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, at) => texts.add('lock', String(at), 60_000)),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      await texts.set('short', 'before', 100);
      await expect.poll(() => texts.add('short', 'again', 60_000)).toBe(true);
    });

    it('allows exactly the limit of 50 concurrent tries', async () => {
      const counter = make().counter({ name: 'test', tries: 5, perSeconds: 60 });
      const attempt = async () => (await counter.consume('ann')).allowed;
      const results = await Promise.all(Array.from({ length: 50 }, attempt));
      expect(results.filter(Boolean)).toHaveLength(5);
      expect((await counter.consume('ben')).allowed).toBe(true);
      const refused = await counter.consume('ann');
      expect(refused.allowed ? 0 : refused.waitMs).toBeGreaterThan(0);
    });

    it('allows more tries after their period', async () => {
      const counter = make().counter({ name: 'test', tries: 1, perSeconds: 1 });
      const attempt = async () => (await counter.consume('ann')).allowed;
      expect(await attempt()).toBe(true);
      await expect.poll(attempt).toBe(true);
    });

    it('removes a successful try from the count', async () => {
      const counter = make().counter({ name: 'test', tries: 2, perSeconds: 60 });
      for (let at = 0; at < 10; at++) {
        const taken = await counter.consume('ann');
        expect(taken.allowed).toBe(true);
        if (taken.allowed) await taken.giveBack();
      }
    });

    it('stores sessions under the hash of their token only', async () => {
      const storage = make();
      const written: string[] = [];
      const texts = {
        ...storage.texts,
        set: (key: string, value: string, lifetimeMs: number) => {
          written.push(key, value);
          return storage.texts.set(key, value, lifetimeMs);
        },
      };
      const sessions = createSessions({ texts, shop: async () => 'shop', lifetimeMs: 60_000, now: Date.now });
      const { token } = await sessions.open({ profileId: 'p', customerId: 'c', names: ['n'] });
      expect(written.join()).not.toContain(token);
      expect(await sessions.find(token)).toMatchObject({ profileId: 'p', customerId: 'c' });
      expect(await sessions.find(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined();
      await sessions.close(token);
      expect(await sessions.find(token)).toBeUndefined();
    });

    it('is shared by four instances: 5 tries in all, and each instance accepts the sessions of the others', async () => {
      let asked = 0;
      const directory = {
        authenticate: async (_: string, password: string) => {
          asked++;
          return password === 'right'
            ? { id: '1001', email: 'ann@example.com', firstName: 'Ann', lastName: 'Ø' }
            : undefined;
        },
        create: () => Promise.reject(new Error('unused')),
      };
      const storage = make();
      const first = await openProxy({ directory, storage, loginGridMs: 1 });
      const { upstream } = first;
      const others = await Promise.all(
        [1, 2, 3].map(() => openProxy({ directory, storage, loginGridMs: 1, baseUrl: upstream.baseUrl })),
      );
      const all = [first, ...others];
      const token = await first.signIn({ email: 'ann@example.com', password: 'right' });
      for (const { url } of all) {
        const response = await fetch(`${url}/v3/profiles/profile-1001/balances`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(response.status).toBe(200);
      }
      asked = 0;
      const headers = { Authorization: basic('ann@example.com', 'wrong') };
      await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          fetch(`${all[at % 4]?.url}/login`, { method: 'POST', headers }),
        ),
      );
      expect(asked).toBe(5);
      for (const proxy of all) await proxy.stop();
    });
  });
}

describe('instances without a shared store', () => {
  const isolate = (storage: ProxyStorage, log: LogEntry[]) =>
    createProxy({
      ...settingsFor('http://127.0.0.1:9/api'),
      stateless: true,
      storage,
      log: (entry) => log.push(entry),
    });

  it('count separately, and log a warning at the start', () => {
    const log: LogEntry[] = [];
    isolate(memoryStorage(), log);
    const [warning] = log;
    expect(warning).toMatchObject({ level: 'warn', event: 'no_shared_store' });
    expect(warning?.diagnostic).toMatch(/LOGIN LIMITS HAVE NO EFFECT/);
  });

  it('allow four times the limit of 5 tries', async () => {
    let asked = 0;
    const directory = {
      authenticate: async () => void asked++,
      create: () => Promise.reject(new Error('unused')),
    };
    const copies = Array.from({ length: 4 }, () =>
      createProxy({
        ...settingsFor('http://127.0.0.1:9/api'),
        directory,
        storage: memoryStorage(),
        loginGridMs: 1,
      }),
    );
    const login = () =>
      new Request('https://proxy.example/login', {
        method: 'POST',
        headers: { Authorization: basic('ann', 'x') },
      });
    await Promise.all(Array.from({ length: 80 }, (_, at) => copies[at % 4]?.fetch(login())));
    expect(asked).toBe(20);
  });

  it('log no warning with a shared store', () => {
    const log: LogEntry[] = [];
    isolate({ ...memoryStorage(), shared: true }, log);
    expect(log.map(({ event }) => event)).not.toContain('no_shared_store');
  });
});

/**
 * Bytes of heap that `use` holds for its names. It runs in a process of its own: what other test files leave in theirs (spies
 * that record each call, async hooks) would be counted too. `use` is an expression for an async function of a name.
 */
async function heapFor(names: number, use: string): Promise<number> {
  const script = `
    import { memoryStorage } from './src/proxy/index.ts';
    import { RateLimiterMemory } from 'rate-limiter-flexible';
    const heapUsed = async () => {
      await new Promise(setImmediate);
      gc();
      return process.memoryUsage().heapUsed;
    };
    const use = ${use};
    const before = await heapUsed();
    for (let at = 0; at < ${names}; at++) await use('name-' + at);
    console.log((await heapUsed()) - before);
    await use('name-0'); // so that its store is in use until here
  `;
  const { stdout } = await run(process.execPath, [
    '--expose-gc',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    script,
  ]);
  return Number(stdout);
}

describe('memory of a limiter', () => {
  const NAMES = countOf('LIMITED_NAMES', { share: 150_000, full: 1_000_000 });

  it(`stays under 20 MB for ${NAMES} names`, async () => {
    const bytes = await heapFor(
      NAMES,
      "((counter) => (name) => counter.consume(name))(memoryStorage().counter({ name: 'account', tries: 5, perSeconds: 900 }))",
    );
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(20_000_000);
  });

  it("exceeds that with 100,000 names in a twin with the library's own limiter", async () => {
    const bytes = await heapFor(
      100_000,
      '((limiter) => (name) => limiter.consume(name))(new RateLimiterMemory({ points: 5, duration: 900 }))',
    );
    expect(bytes).toBeGreaterThan(20_000_000);
  });

  it(`still limits each name after ${NAMES} others`, async () => {
    const counter = memoryStorage().counter({ name: 'account', tries: 5, perSeconds: 900 });
    for (let at = 0; at < 5; at++) await counter.consume('victim');
    for (let at = 0; at < NAMES; at++) await counter.consume(`name-${at}`);
    expect((await counter.consume('victim')).allowed).toBe(false);
    const late = await Promise.all(Array.from({ length: 20 }, () => counter.consume(`name-${NAMES - 1}`)));
    expect(late.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(5);
  });

  it('is limited to 100,000 sessions', async () => {
    const { texts } = memoryStorage();
    for (let at = 0; at < 100_010; at++) await texts.set(`session:${at}`, 'x', 60_000);
    expect(await texts.get('session:9')).toBeUndefined();
    expect(await texts.get('session:10')).toBe('x');
  });
});

describe('unreachable Redis', () => {
  beforeEach((context) => context.skip(!hasRedis || Boolean(process.env['REDIS_URL']), `${NEEDS_REDIS}`));

  it('refuses tries that cannot be counted: 503 with Retry-After, before the deadline', async () => {
    const own = await startRedis();
    const proxy = await openProxy({ storage: redisStorage(own.client()) });
    const token = await proxy.signIn();
    await own.kill();
    const time = await ownTime(async () => {
      const login = await fetch(`${proxy.url}/login`, {
        method: 'POST',
        headers: { Authorization: basic('a', 'b') },
      });
      expect([login.status, login.headers.get('retry-after')]).toEqual([503, '5']);
      const call = await fetch(`${proxy.url}/v3/profiles/profile-1001/balances`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(call.status).toBe(503);
    });
    expect(time).toBeLessThan(5_000);
    expect(proxy.log.map(({ event }) => event)).toContain('storage_failed');
    await proxy.stop();
    await own.stop();
  });
});

describe('storage in Upstash that fails', () => {
  beforeEach((context) => context.skip(!hasRedis, NEEDS_REDIS));
  const open = (token = UPSTASH_TOKEN) => upstashStorage({ url: upstash!.url, token });

  it('names its address and the status, and neither its token nor a command', async () => {
    const { texts, counter } = open('wrong');
    const limit = { name: 'test', tries: 1, perSeconds: 1 };
    for (const work of [texts.get('a'), texts.add('a', 'b', 1), counter(limit).consume('ann')])
      await expect(work).rejects.toThrow(`Upstash at ${new URL(upstash!.url).host} failed: status 401.`);
    // Redis repeats the command.
    await expect(open().texts.set('session', 'canary', 0)).rejects.toThrow(/failed: status 400\.$/);
  });

  it.each([
    ['a page', { status: 200, body: '<html lang="en">' }],
    ['no result', { status: 200, body: '{}' }],
    ['a number', { status: 200, body: '{"result":7}' }],
    ['a redirect', { status: 302, body: '' }],
    ['an error', { status: 500, body: '{"result":null}' }],
  ])('takes %s for a failure, not for a missing text or a free try', async (_, failure) => {
    upstash!.fail(failure);
    try {
      await expect(open().texts.get('a')).rejects.toThrow('Upstash');
      const counter = open().counter({ name: 'test', tries: 1, perSeconds: 1 });
      await expect(counter.consume('ann')).rejects.toThrow('Upstash');
    } finally {
      upstash!.fail();
    }
  });
});
