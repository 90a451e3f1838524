import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProxy, memoryStorage, type CustomerDirectory } from '../../src/proxy/index.ts';
import { ANN, basic, BEN, openProxy, settingsFor, type OpenProxy } from './support/open-proxy.ts';
import { each } from './support/random.ts';
import { request, sendRaw } from './support/raw.ts';

let proxy: OpenProxy;
beforeAll(async () => {
  proxy = await openProxy({ limits: { perAccount: 1_000, perAddress: 100_000 } });
});
afterAll(() => proxy.stop());
beforeEach(() => proxy.upstream.clear());

const login = (headers: Record<string, string> = {}, { url } = proxy) =>
  fetch(`${url}/login`, { method: 'POST', headers });
const as = (username: string, password: string) => ({ Authorization: basic(username, password) });
const encoded = (bytes: string | Uint8Array) => ({
  Authorization: `Basic ${Buffer.from(bytes).toString('base64')}`,
});

describe('POST /login (spec 5.4)', () => {
  it('answers with a token and its expiry', async () => {
    const response = await login(as(ANN.email, ANN.password));
    const body = await response.json();
    expect(response.status).toBe(200);
    expect(Object.keys(body)).toEqual(['token', 'expiry', 'page']);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.expiry).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const minutesLeft = (Date.parse(body.expiry) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(59);
    expect(minutesLeft).toBeLessThanOrEqual(60);
  });

  it('answers with another token each time, which reveals nothing about the customer', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => proxy.signIn()));
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('splits name and password at the first colon and reads UTF-8', async () => {
    expect(ANN.password).toMatch(/:.*[^\0-\x7f]/);
    expect((await login(as(ANN.email, ANN.password))).status).toBe(200);
    expect((await login(encoded(Buffer.from(`${ANN.email}:${ANN.password}`, 'latin1')))).status).toBe(401);
  });

  it('ends the session after an hour', async () => {
    let now = Date.now();
    const clock = await openProxy({ now: () => now });
    const token = await clock.signIn();
    const ask = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${clock.url}/v3/profiles/profile-1001/balances`, { headers })).status;
    };
    now += 3_599_000;
    expect(await ask()).toBe(200);
    now += 2_000;
    expect(await ask()).toBe(401);
    await clock.stop();
  });

  const wrong: readonly (readonly [string, Record<string, string>])[] = [
    ['a wrong password', as(ANN.email, 'wrong')],
    ['an unknown name', as('nobody@example.com', ANN.password)],
    ['no header', {}],
    ['a bearer token', { Authorization: 'Bearer abc' }],
    ['broken base64', { Authorization: 'Basic %%%' }],
    ['no colon', encoded('ann@example.com')],
    ['no name', encoded(`:${ANN.password}`)],
    ['no password', encoded('ann@example.com:')],
    ['bytes that are not UTF-8', encoded(Uint8Array.of(0xc3, 0x28, 0x3a, 0x61))],
    ['a NUL', encoded('ann@example.com\0:x')],
    ['a very long name', as('a'.repeat(300), 'x')],
    ['a very long password', as(ANN.email, 'x'.repeat(600))],
    ['two values', { Authorization: 'Basic YTpi, Basic YTpi' }],
  ];
  it('gives the same answer whatever is wrong', async () => {
    const answers = await Promise.all(
      wrong.map(async ([what, headers]) => {
        const response = await login(headers);
        const { date: _, ...rest } = Object.fromEntries(response.headers);
        return { what, status: response.status, headers: rest, text: await response.text() };
      }),
    );
    const [first] = answers;
    expect(first?.status).toBe(401);
    expect(first?.text).toBe('{"message":"Incorrect email or password."}');
    for (const answer of answers) expect(answer).toEqual({ ...first, what: answer.what });
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('refuses %s', async (method) => {
    const response = await fetch(`${proxy.url}/login`, { method, headers: as(ANN.email, ANN.password) });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('refuses logins and creates no profile while the platform is down', async () => {
    let asked = 0;
    const directory: CustomerDirectory = {
      authenticate: () => {
        asked++;
        return Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432 as shop:canary-db-password'));
      },
      create: () => Promise.reject(new Error('canary')),
    };
    const down = await openProxy({ directory, limits: { perAccount: 2, perAddress: 5 } });
    for (let at = 0; at < 5; at++) {
      // A failure of the platform is not counted as a wrong password of the account.
      const response = await login(as(ANN.email, ANN.password), down);
      expect(response.status).toBe(502);
      expect(await response.text()).not.toMatch(/canary|10\.0\.0\.7/);
    }
    // The address has used its attempts: a platform that is down is not asked without limit.
    expect((await login(as(ANN.email, ANN.password), down)).status).toBe(429);
    expect(asked).toBe(5);
    expect(down.upstream.profiles).toHaveLength(2);
    expect(JSON.stringify(down.log)).not.toMatch(/canary|10\.0\.0\.7/);
    await down.stop();
  });
});

/** A directory whose duration reveals whether a name exists; the proxy must hide that. It counts its calls. */
function leakyDirectory(known: string, delayMs: number) {
  let asked = 0;
  const directory: CustomerDirectory = {
    async authenticate(username) {
      asked++;
      if (username === known) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return undefined;
    },
    create: () => Promise.reject(new Error('unused')),
  };
  return { directory, asked: () => asked };
}

describe('duration of a refusal', () => {
  /**
   * Milliseconds until a wrong password is refused, with a directory that needs longer for a name that exists. The test sets the
   * clock: only the directory advances it, and the wait before the refusal is the delay of its timer.
   */
  async function refusedAfter(username: string, delayMs: number, loginGridMs: number): Promise<number> {
    let clock = Date.now();
    const start = clock;
    const directory: CustomerDirectory = {
      async authenticate(name) {
        if (name === 'known@example.com') clock += delayMs;
        return undefined;
      },
      create: () => Promise.reject(new Error('unused')),
    };
    const settings = settingsFor('http://127.0.0.1:9/api', { directory, loginGridMs, now: () => clock });
    const app = createProxy({ ...settings, addressHeader: 'CF-Connecting-IP' });
    const headers = { ...as(username, 'wrong'), 'CF-Connecting-IP': '198.51.100.7' };
    const timers = vi.spyOn(globalThis, 'setTimeout');
    try {
      const { status } = await app.fetch(
        new Request('https://proxy.example/login', { method: 'POST', headers }),
      );
      expect(status).toBe(401);
      return clock - start + Number(timers.mock.calls.at(-1)?.[1]);
    } finally {
      timers.mockRestore();
    }
  }

  it('does not reveal whether a name exists', async () => {
    const [unknown, known] = [
      await refusedAfter('other@example.com', 12, 60),
      await refusedAfter('known@example.com', 12, 60),
    ];
    expect([unknown, known]).toEqual([60, 60]);
    // A refusal that takes longer than one step of the grid is answered at the next one.
    expect(await refusedAfter('known@example.com', 70, 60)).toBe(120);
  });

  it('reveals whether a name exists in a twin that answers at once', async () => {
    const unknown = await refusedAfter('other@example.com', 12, 1);
    expect(await refusedAfter('known@example.com', 12, 1)).toBeGreaterThan(unknown + 10);
  });
});

describe('login limits', () => {
  const HOP = { trustedHops: ['127.0.0.1'], loginGridMs: 1 };
  const from = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });
  const addressOf = (at: number) => `203.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;

  it('allow 100 of 10,000 tries for one account from 1,000 addresses, in any spelling of its name', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const start = performance.now();
    const limited = await openProxy({ directory, ...HOP });
    const names = ['ann@example.com', 'ANN@example.com', ' ann@example.com ', 'ａnn@example.com'];
    const statuses = new Map<number, number>();
    await each(Array.from({ length: 10_000 }), 50, async (_, at) => {
      const headers = { ...from(addressOf(at % 1_000)), ...as(names[at % 4] as string, `wrong-${at}`) };
      const response = await login(headers, limited);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const wait = Number(response.headers.get('retry-after'));
      if (response.status === 429) expect(wait > 0 && wait <= 900).toBe(true);
      await response.arrayBuffer();
    });
    // Beyond the 100, the addresses share one try in 30 seconds.
    const slow = 1 + Math.ceil((performance.now() - start) / 30_000);
    expect(asked()).toBeGreaterThanOrEqual(100);
    expect(asked()).toBeLessThanOrEqual(100 + slow);
    expect(Object.fromEntries(statuses)).toEqual({ 401: asked(), 429: 10_000 - asked() });
    await limited.stop();
  });

  it('allow 5 tries for one account from one address', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const limited = await openProxy({ directory, ...HOP });
    await each(Array.from({ length: 200 }), 20, async () => {
      await (await login({ ...from(addressOf(1)), ...as('ann@example.com', 'x') }, limited)).arrayBuffer();
    });
    expect(asked()).toBe(5);
    await limited.stop();
  });

  it('count headers that name nobody for their address', async () => {
    const limited = await openProxy({ limits: { perAddress: 3 } });
    for (const expected of [401, 401, 401, 429])
      expect((await login({ Authorization: 'Basic %%%' }, limited)).status).toBe(expected);
    await limited.stop();
  });

  it('allow 20 tries from one address for 2,000 accounts, whatever address its headers claim', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const limited = await openProxy({ directory, loginGridMs: 1 });
    await each(Array.from({ length: 2_000 }), 50, async (_, at) => {
      // No hop is trusted, so these headers have no effect. X-Forwarded-Proto would have one: the proxy refuses http behind a hop.
      const response = await login(
        { 'X-Real-IP': addressOf(at), Forwarded: `for=${addressOf(at)}`, ...as(`user-${at}`, 'x') },
        limited,
      );
      await response.arrayBuffer();
    });
    expect(asked()).toBe(20);
    await limited.stop();
  });

  it('count by the rightmost address in X-Forwarded-For that is no trusted hop', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const limited = await openProxy({ directory, ...HOP });
    await each(Array.from({ length: 200 }), 20, async (_, at) => {
      const chain = `${addressOf(at)}, 198.51.100.7`;
      await (await login({ ...from(chain), ...as(`user-${at}`, 'x') }, limited)).arrayBuffer();
    });
    expect(asked()).toBe(20);
    await limited.stop();
  });

  it('count the addresses of one IPv6 network as one', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const limited = await openProxy({ directory, ...HOP });
    await each(Array.from({ length: 200 }), 20, async (_, at) => {
      const address = at % 2 ? `2001:db8:0:7::${at.toString(16)}` : `2001:0db8:0000:0007:${at}:1:2:3`;
      await (await login({ ...from(address), ...as(`user-${at}`, 'x') }, limited)).arrayBuffer();
    });
    expect(asked()).toBe(20);
    await limited.stop();
  });

  it('allow far more in a twin that trusts X-Forwarded-For of any client', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const open = await openProxy({ directory, ...HOP });
    await each(Array.from({ length: 200 }), 20, async (_, at) => {
      await (await login({ ...from(addressOf(at)), ...as(`user-${at}`, 'x') }, open)).arrayBuffer();
    });
    expect(asked()).toBe(200);
    await open.stop();
  });

  it('accept a right password again after a quarter of an hour', async () => {
    const limited = await openProxy({ limits: { perAccount: 2 }, storage: shortStorage() });
    for (const status of [401, 401, 429]) {
      expect((await login(as(ANN.email, 'wrong'), limited)).status).toBe(status);
    }
    expect((await login(as(ANN.email, ANN.password), limited)).status).toBe(429);
    await expect
      .poll(async () => (await login(as(ANN.email, ANN.password), limited)).status, { interval: 250 })
      .toBe(200);
    await limited.stop();
  });

  it('do not count right passwords', async () => {
    const limited = await openProxy();
    for (let at = 0; at < 30; at++)
      expect((await login(as(ANN.email, ANN.password), limited)).status).toBe(200);
    await limited.stop();
  });

  it('refuse tries that cannot be counted', async () => {
    const { directory, asked } = leakyDirectory('', 0);
    const broken = {
      ...memoryStorage(),
      counter: () => ({ consume: () => Promise.reject(new Error('down')) }),
    };
    const limited = await openProxy({ directory, storage: broken });
    expect((await login(as(ANN.email, ANN.password), limited)).status).toBe(503);
    expect(asked()).toBe(0);
    await limited.stop();
  });

  it('refuse requests that reached the reverse proxy over http', async () => {
    const behind = await openProxy(HOP);
    for (const headers of [{ 'X-Forwarded-Proto': 'http' }, {}]) {
      const answer = await sendRaw(
        behind.port,
        request('POST', '/login', Object.entries({ ...headers, 'X-Forwarded-For': '1.2.3.4' })),
      );
      expect([answer.status, answer.body]).toEqual([403, '{"message":"Please use https."}']);
    }
    expect(behind.log.map(({ event }) => event)).toContain('insecure_request');
    await behind.stop();
    // A reverse proxy on this machine that is no trusted hop is not treated as a client on this machine.
    expect((await login({ 'X-Forwarded-For': '1.2.3.4', ...as(ANN.email, ANN.password) })).status).toBe(403);
  });
});

describe('login limits and the owner of an account', () => {
  const HOP = { trustedHops: ['127.0.0.1'], loginGridMs: 1 };
  const addressOf = (at: number) => `203.0.113.${at}`;
  const HOME = '198.51.100.7';
  const NEW = '198.51.100.8';

  async function statusFrom(proxy: OpenProxy, address: string, username: string, password: string) {
    const headers = { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https', ...as(username, password) };
    const response = await login(headers, proxy);
    await response.arrayBuffer();
    return response.status;
  }
  const owner = (proxy: OpenProxy, address: string) => statusFrom(proxy, address, ANN.email, ANN.password);
  /** Wrong passwords for one account, five from each address. */
  const guess = (proxy: OpenProxy, addresses: number, username: string = ANN.email) =>
    each(Array.from({ length: addresses * 5 }), 10, async (_, at) => {
      await statusFrom(proxy, addressOf(Math.floor(at / 5)), username, `wrong-${at}`);
    });
  /** Beyond an account's limit it allows one shared try per second; as a twin, none. */
  function storageWithSlowLimit(tries: 'short' | 'none') {
    const storage = memoryStorage();
    return {
      ...storage,
      counter: (limit: Parameters<typeof storage.counter>[0]) => {
        if (!limit.name.endsWith(':account-slow')) return storage.counter(limit);
        if (tries === 'short') return storage.counter({ ...limit, perSeconds: 1 });
        return { consume: async () => ({ allowed: false, waitMs: 1_000 }) as const };
      },
    };
  }

  it('let the owner sign in from a new address after five wrong tries from five addresses', async () => {
    const limited = await openProxy(HOP);
    for (let at = 0; at < 5; at++) expect(await statusFrom(limited, addressOf(at), ANN.email, 'x')).toBe(401);
    expect(await owner(limited, NEW)).toBe(200);
    await limited.stop();
  });

  it('lock the owner out in a twin that counts by account only', async () => {
    const storage = storageWithSlowLimit('none');
    const twin = await openProxy({ ...HOP, limits: { perAccountInAll: 5 }, storage });
    for (let at = 0; at < 5; at++) await statusFrom(twin, addressOf(at), ANN.email, 'x');
    expect(await owner(twin, NEW)).toBe(429);
    await twin.stop();
  });

  it('let the owner sign in from a known address despite tries of others, and from a new one after a while', async () => {
    const limited = await openProxy({ ...HOP, storage: storageWithSlowLimit('short') });
    expect(await owner(limited, HOME)).toBe(200);
    await guess(limited, 40);
    for (let at = 0; at < 10; at++) expect(await owner(limited, HOME)).toBe(200);
    const asSoonAsAllowed = async () => {
      for (;;) {
        const status = await owner(limited, NEW);
        if (status !== 429) return status;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    expect(await asSoonAsAllowed()).toBe(200);
    // The new address is now known, too.
    await guess(limited, 40);
    expect(await owner(limited, NEW)).toBe(200);
    await limited.stop();
  });

  it('let the owner sign in from a known address whose tries are used up for other accounts', async () => {
    const limited = await openProxy(HOP);
    expect(await owner(limited, HOME)).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 25; at++) statuses.push(await statusFrom(limited, HOME, `user-${at}`, 'x'));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    expect(await owner(limited, HOME)).toBe(200);
    expect(await statusFrom(limited, HOME, BEN.email, BEN.password)).toBe(429);
    await limited.stop();
  });

  it('limit guessing from a known address as from any other', async () => {
    const limited = await openProxy(HOP);
    expect(await owner(limited, HOME)).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) statuses.push(await statusFrom(limited, HOME, ANN.email, 'wrong'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    await limited.stop();
  });

  it('answer the same for an account that exists and for one that does not', async () => {
    const storage = storageWithSlowLimit('none');
    const limited = await openProxy({ ...HOP, limits: { perAccountInAll: 8 }, storage });
    const answersFor = async (username: string, block: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < 24; at++)
        statuses.push(await statusFrom(limited, `192.0.${block}.${at % 4}`, username, 'wrong'));
      return statuses;
    };
    const existing = await answersFor(ANN.email, 2);
    expect(existing.filter((status) => status === 401)).toHaveLength(8);
    expect(await answersFor('nobody@example.com', 3)).toEqual(existing);
    await limited.stop();
  });
});

/** Counts for five seconds, so that a test need not wait for a quarter of an hour. */
function shortStorage() {
  const storage = memoryStorage();
  return {
    ...storage,
    counter: (limit: Parameters<typeof storage.counter>[0]) => storage.counter({ ...limit, perSeconds: 5 }),
  };
}
