import { beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/proxy/log.ts';
import { logout } from '../../../src/proxy/routes/logout.ts';
import type { Dependencies } from '../../../src/proxy/dependencies.ts';
import { sessionOf } from '../../../src/proxy/routes/authorization.ts';
import { memoryStorage } from '../../../src/proxy/storage/memory.ts';
import { createSessions, type Sessions } from '../../../src/proxy/storage/sessions.ts';
import type { TextStore } from '../../../src/proxy/storage/storage.ts';

const HOUR = 3_600_000;
const ANN = { profileId: 'p1', customerId: '1', names: ['p1', '1'] };
const BEN = { profileId: 'p2', customerId: '2', names: ['p2', '2'] };

let now: number;
let stored: Map<string, { value: string; lifetimeMs: number }>;
let texts: TextStore;
let sessions: Sessions;
let log: LogEntry[];
const sessionsOf = (shop: string, ofTexts = texts) =>
  createSessions({ texts: ofTexts, shop: async () => shop, lifetimeMs: HOUR, now: () => now, maxKnown: 3 });
beforeEach(() => {
  now = 1_000_000;
  stored = new Map();
  log = [];
  const memory = memoryStorage({ now: () => now }).texts;
  texts = {
    ...memory,
    set: (key, value, lifetimeMs) => {
      stored.set(key, { value, lifetimeMs });
      return memory.set(key, value, lifetimeMs);
    },
  };
  sessions = sessionsOf('acme-shop');
});

describe('createSessions', () => {
  it('finds a session by its token until it expires, and stores the token nowhere', async () => {
    const { token, expiresAt } = await sessions.open(ANN);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(expiresAt).toBe(now + HOUR);
    expect(await sessions.find(token)).toEqual({ ...ANN, expiresAt });
    expect([...stored]).toEqual([
      [expect.stringMatching(/^session:[\w-]{43}$/), { value: expect.any(String), lifetimeMs: HOUR }],
    ]);
    expect(JSON.stringify([...stored])).not.toContain(token);
    expect(await sessions.find('x'.repeat(43))).toBeUndefined();
    now = expiresAt - 1;
    expect(await sessions.find(token)).toBeDefined();
  });

  it('refuses a session of another shop, which a storage returns to both', async () => {
    const { token } = await sessions.open(ANN);
    expect(await sessionsOf('other').find(token)).toBeUndefined();
    expect(await sessionsOf('acme-shop').find(token)).toMatchObject(ANN);
  });

  it('refuses a session that was changed in the storage, or stored for another token', async () => {
    const [one, other] = [await sessions.open(ANN), await sessions.open(BEN)];
    const [keyOfOne = '', keyOfOther = ''] = stored.keys();
    const sealed = stored.get(keyOfOther)!.value;
    await texts.set(keyOfOne, sealed, HOUR);
    expect(await sessions.find(one.token)).toBeUndefined();
    const changed = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`;
    await texts.set(keyOfOther, changed, HOUR);
    expect(await sessions.find(other.token)).toBeUndefined();
  });

  it('stores nothing that a reader can read', async () => {
    // Long enough that random texts do not have them.
    const names = ['profile-of-ann', 'ann@example.com', 'handle-of-a-page'] as const;
    await sessions.open({ ...ANN, profileId: names[0], names: [names[1]], handle: names[2] });
    for (const name of [...names, 'acme-shop']) expect(JSON.stringify([...stored])).not.toContain(name);
  });

  it('refuses an expired session that the storage still has', async () => {
    const forever = sessionsOf('acme-shop', { ...texts, get: async (key) => stored.get(key)?.value });
    const { token, expiresAt } = await forever.open(ANN);
    now = expiresAt - 1;
    expect(await forever.find(token)).toBeDefined();
    now = expiresAt;
    expect(await forever.find(token)).toBeUndefined();
  });

  it('closes one session, or all sessions of a customer', async () => {
    const opened = [await sessions.open(ANN), await sessions.open(ANN), await sessions.open(ANN)];
    const ben = await sessions.open(BEN);
    await sessions.close(opened[0]?.token ?? '');
    const found = async () => Promise.all(opened.map(async ({ token }) => !!(await sessions.find(token))));
    expect(await found()).toEqual([false, true, true]);
    await sessions.closeAll(ANN.customerId);
    expect(await found()).toEqual([false, false, false]);
    expect(await sessions.find(ben.token)).toBeDefined();
    const again = await sessions.open(ANN);
    expect(await sessions.find(again.token)).toMatchObject(ANN);
    await sessions.closeAll(ANN.customerId);
    expect(await sessions.find(again.token)).toBeUndefined();
    const [key, epoch] = [...stored].find(([name]) => name.startsWith('signed-out:')) ?? [];
    expect(key).toMatch(/^signed-out:[\w-]{43}$/);
    expect(epoch?.lifetimeMs).toBe(HOUR);
  });
});

describe('lookup of a session', () => {
  let steps: string[];
  /** Notes when the storage is asked and when it has answered, which is later. */
  const noting = () =>
    sessionsOf('acme-shop', {
      ...texts,
      async get(key) {
        const name = key.split(':')[0]!;
        steps.push(`ask ${name}`);
        await new Promise((later) => setImmediate(later));
        steps.push(`answer ${name}`);
        return texts.get(key);
      },
    });
  const stepsOf = async (work: Promise<unknown>) => {
    steps = [];
    await work;
    return steps;
  };
  const TOGETHER = ['ask signed-out', 'ask session', 'answer signed-out', 'answer session'];
  const ONE_BY_ONE = ['ask session', 'answer session', 'ask signed-out', 'answer signed-out'];

  it('takes one round trip from the second time on', async () => {
    const { token } = await sessions.open(ANN);
    const found = noting();
    expect(await stepsOf(found.find(token))).toEqual(ONE_BY_ONE);
    expect(await stepsOf(found.find(token))).toEqual(TOGETHER);
  });

  it('refuses after a sign-out everywhere on another instance', async () => {
    const { token } = await sessions.open(ANN);
    expect(await sessions.find(token)).toBeDefined();
    await sessionsOf('acme-shop').closeAll(ANN.customerId);
    expect(await sessions.find(token)).toBeUndefined();
  });

  it('fails with the storage, also where only the sign-out cannot be read', async () => {
    const { token } = await sessions.open(ANN);
    let broken = '';
    const failing = sessionsOf('acme-shop', {
      ...texts,
      get: (key) => (key.startsWith(broken || '-') ? Promise.reject(new Error(broken)) : texts.get(key)),
    });
    await failing.find(token);
    for (broken of ['session:', 'signed-out:']) await expect(failing.find(token)).rejects.toThrow(broken);
  });

  it('remembers a limited number of sessions: beyond it the first is forgotten', async () => {
    const found = noting();
    const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => sessions.open(ANN)));
    for (const known of [first, second, third]) await found.find(known!.token);
    expect(await stepsOf(found.find(first!.token))).toEqual(TOGETHER);
    await found.find(fourth!.token);
    expect(await stepsOf(found.find(second!.token))).toEqual(TOGETHER);
    expect(await stepsOf(found.find(first!.token))).toEqual(ONE_BY_ONE);
  });
});

it('createSessions › accepts a session opened after a sign-out everywhere, also when that record has expired', async () => {
  await sessions.closeAll(ANN.customerId);
  now += HOUR / 2;
  const { token } = await sessions.open(ANN);
  now += HOUR / 2 + 1;
  expect(await sessions.find(token)).toMatchObject(ANN);
});

const dependenciesWith = (over: Partial<Sessions> = {}, mode: 'token' | 'cookie' = 'token') =>
  ({
    sessions: { ...sessions, ...over },
    config: { session: mode, log: (entry: LogEntry) => void log.push(entry) },
  }) as unknown as Dependencies;
const requestWith = (authorization?: string, body?: string) =>
  new Request('https://proxy.example/logout', {
    method: 'POST',
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
const refused = (status: number) => expect.objectContaining({ status }) as Error;
const UNAVAILABLE = expect.objectContaining({
  status: 503,
  details: { headers: { 'Retry-After': '5' } },
}) as Error;
const down = () => Promise.reject(new Error('down'));

describe('sessionOf', () => {
  const session = (dependencies: Dependencies, request: Request) => sessionOf(dependencies, { request });

  it('returns the session of the bearer token', async () => {
    const { token } = await sessions.open(ANN);
    expect(await session(dependenciesWith(), requestWith(`Bearer ${token}`))).toMatchObject(ANN);
  });

  it.each([undefined, 'Bearer short', `Bearer ${'x'.repeat(43)}`])('refuses %s with 401', async (header) => {
    await expect(session(dependenciesWith(), requestWith(header))).rejects.toEqual(refused(401));
  });

  it('does not ask the storage for a text that cannot be a token', async () => {
    await expect(session(dependenciesWith({ find: down }), requestWith('Bearer short'))).rejects.toEqual(
      refused(401),
    );
  });

  it('does not ask the storage for a request without its cookie', async () => {
    const request = requestWith(`Bearer ${'x'.repeat(43)}`);
    await expect(session(dependenciesWith({ find: down }, 'cookie'), request)).rejects.toEqual(refused(401));
  });

  it('fails with 503 while the storage cannot be reached', async () => {
    const asked = session(dependenciesWith({ find: down }), requestWith(`Bearer ${'x'.repeat(43)}`));
    await expect(asked).rejects.toEqual(UNAVAILABLE);
    expect(log).toEqual([{ level: 'error', event: 'storage_failed' }]);
  });
});

describe('logout', () => {
  const signal = new AbortController().signal;
  const end = (dependencies: Dependencies, authorization?: string, body?: string) =>
    logout(dependencies, {
      request: requestWith(authorization, body),
      signal,
      address: '',
      clientAddress: '',
    });

  it('asks the storage for nothing without the cookie of the session', async () => {
    const dependencies = dependenciesWith({ find: down, close: down }, 'cookie');
    expect((await end(dependencies, `Bearer ${'x'.repeat(43)}`)).status).toBe(204);
  });

  it.each([undefined, '{}', '{"everywhere":false}'])('ends only this session: %s', async (body) => {
    const [one, other] = [await sessions.open(ANN), await sessions.open(ANN)];
    const answer = await end(dependenciesWith(), `Bearer ${one.token}`, body);
    expect([answer.status, await answer.text(), answer.headers.get('Cache-Control')]).toEqual([
      204,
      '',
      'no-store',
    ]);
    expect(await sessions.find(one.token)).toBeUndefined();
    expect(await sessions.find(other.token)).toBeDefined();
    // The session has already ended.
    expect((await end(dependenciesWith(), `Bearer ${one.token}`, body)).status).toBe(204);
  });

  it('ends all sessions of the customer, and deletes its own, with everywhere', async () => {
    const [one, other, ben] = [await sessions.open(ANN), await sessions.open(ANN), await sessions.open(BEN)];
    let closed = '';
    const dependencies = dependenciesWith({ close: async (token) => void (closed = token) });
    expect((await end(dependencies, `Bearer ${one.token}`, '{"everywhere":true}')).status).toBe(204);
    expect(closed).toBe(one.token);
    expect([await sessions.find(one.token), await sessions.find(other.token)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await sessions.find(ben.token)).toBeDefined();
    await expect(end(dependenciesWith(), `Bearer ${one.token}`, '{"everywhere":true}')).rejects.toEqual(
      refused(401),
    );
  });

  it.each([
    [undefined, undefined, 401],
    ['Bearer short', undefined, 401],
    ['', '{"everywhere":"yes"}', 400],
    ['', '{"profile":"p2"}', 400],
    ['', '[]', 400],
    ['', '{', 400],
  ] as const)('ends nothing for %s with %s', async (header, body, status) => {
    const { token } = await sessions.open(ANN);
    await expect(end(dependenciesWith(), header === '' ? `Bearer ${token}` : header, body)).rejects.toEqual(
      refused(status),
    );
    expect(await sessions.find(token)).toBeDefined();
  });

  it.each(['close', 'closeAll'] as const)('fails with 503 when %s fails', async (what) => {
    const { token } = await sessions.open(ANN);
    const ended = end(dependenciesWith({ [what]: down }), `Bearer ${token}`, '{"everywhere":true}');
    await expect(ended).rejects.toEqual(UNAVAILABLE);
    expect(log).toEqual([{ level: 'error', event: 'storage_failed' }]);
  });
});
