import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/services/customer/config.ts';
import { createTokenBroker } from '../../../src/services/transport/tokens.ts';
import { createTokenCache } from '../../../src/services/customer/tokens/cache.ts';
import { expiryOf } from '../../../src/services/transport/token-reply.ts';
import { later } from '../../support/client-fetch.ts';
import { SIGNED_IN } from '../../support/client-programme.ts';
import {
  keptRecord,
  memoryStorage,
  SLOT,
  tabWith,
  type MemoryStorage,
} from '../../support/client-storage.ts';

const OWNER = readConfig(SIGNED_IN)!.owner;
const NOW = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

/** A broker of one customer, its clock, its storage, and a source that returns `t1`, `t2`, … or the given token. */
function open(storage: MemoryStorage = memoryStorage(), give: readonly string[] = []) {
  const clock = { now: NOW };
  let given = 0;
  const fetch = vi.fn<(rejected: string | undefined) => Promise<string>>(async () => {
    given++;
    return give[given - 1] ?? `t${given}`;
  });
  const cache = createTokenCache(readConfig(SIGNED_IN), tabWith(storage), {});
  const broker = createTokenBroker(
    cache,
    async (rejected) => {
      const token = await fetch(rejected);
      cache.save({ token, expiresAt: expiryOf(token, undefined, clock.now) });
      return token;
    },
    () => clock.now,
  );
  return { broker, cache, clock, fetch, storage };
}

describe('reuse', () => {
  it('two calls of a customer share one token request', async () => {
    const { broker, fetch } = open();
    expect([await broker.token(), await broker.token()]).toEqual(['t1', 't1']);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('a hundred concurrent calls share one token request', async () => {
    const answer = later<string>();
    const { broker, fetch } = open();
    fetch.mockReturnValue(answer.promise);
    const asked = Array.from({ length: 100 }, () => broker.token());
    answer.resolve('t1');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['t1']));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('ten calls at the expiry share one token request', async () => {
    const { broker, clock, fetch } = open();
    await broker.token();
    clock.now += 11 * MINUTE;
    const tokens = await Promise.all(Array.from({ length: 10 }, () => broker.token()));
    expect(new Set(tokens)).toEqual(new Set(['t2']));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('the next page of the tab requests no token', async () => {
    const first = open();
    await first.broker.token();
    const second = open(first.storage);
    expect(await second.broker.token()).toBe('t1');
    expect(second.fetch).not.toHaveBeenCalled();
  });

  it('an empty cache causes one token request', async () => {
    const first = open();
    await first.broker.token();
    first.storage.kept.clear();
    const second = open(first.storage, ['t9']);
    expect([await second.broker.token(), await second.broker.token()]).toEqual(['t9', 't9']);
    expect(second.fetch).toHaveBeenCalledTimes(1);
  });

  it('a failed request is not cached: the next call sends a new one', async () => {
    const { broker, fetch } = open();
    fetch.mockRejectedValueOnce(new Error('away'));
    const both = await Promise.allSettled([broker.token(), broker.token()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await broker.token()).toBe('t1');
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('what else is kept for the customer stays with the new token', async () => {
    const { broker, cache, clock, storage } = open();
    await broker.token();
    cache.save({ profileId: 'p1', hearts: ['lamp'] });
    clock.now += HOUR;
    await broker.token();
    expect(keptRecord(storage)).toMatchObject({ token: 't2', profileId: 'p1', hearts: ['lamp'] });
  });
});

describe('rejection', () => {
  it('a rejected token is not given out again, on this page and the next', async () => {
    const { broker, fetch, storage } = open();
    broker.reject(await broker.token());
    expect(await broker.token()).toBe('t2');
    expect(fetch.mock.calls).toEqual([[undefined], ['t1']]);
    expect(keptRecord(storage)?.token).toBe('t2');

    broker.reject('t2');
    const next = open(storage, ['t3']);
    expect(await next.broker.token()).toBe('t3');
  });

  it('ten callers that meet a 401 with the same token are one token request', async () => {
    const { broker, fetch } = open();
    const old = await broker.token();
    const renewed = await Promise.all(
      Array.from({ length: 10 }, async (_, caller) => {
        for (let turn = 0; turn < caller; turn++) await Promise.resolve();
        broker.reject(old);
        return broker.token();
      }),
    );
    expect(new Set(renewed)).toEqual(new Set(['t2']));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('a late 401 for an old token leaves the new one alone', async () => {
    const { broker, fetch } = open();
    const old = await broker.token();
    broker.reject(old);
    await broker.token();
    broker.reject(old);
    expect(await broker.token()).toBe('t2');
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('lifetime', () => {
  /** After how long a token is asked for anew, to the second. Each try needs a broker of its own. */
  async function lifetime(token: string, alive = 0, over = 30 * HOUR): Promise<number> {
    if (over - alive <= 1_000) return over;
    const middle = (alive + over) / 2;
    const { broker, clock, fetch } = open(memoryStorage(), [token]);
    await broker.token();
    clock.now = NOW + middle;
    await broker.token();
    return fetch.mock.calls.length > 1 ? lifetime(token, alive, middle) : lifetime(token, middle, over);
  }
  const seconds = (ms: number) => (NOW + ms) / 1_000;

  it.each([
    ['no expiry', 'opaque', 10 * MINUTE],
    ['dots but no claims', 'a.b.c', 10 * MINUTE],
    ['one hour in its exp', jwt({ exp: seconds(HOUR) }), HOUR],
    ['30 seconds in its exp', jwt({ exp: seconds(30_000) }), 30_000],
    ['a year in its exp', jwt({ exp: seconds(365 * 24 * HOUR) }), 24 * HOUR],
    ['an exp beyond all dates', jwt({ exp: 9e15 }), 24 * HOUR],
    ['an exp of 1e308', jwt({ exp: 1e308 }), 24 * HOUR],
    ['an exp in the past: the clock is wrong, not the token', jwt({ exp: seconds(-HOUR) }), 10 * MINUTE],
    ['an exp that is about to pass', jwt({ exp: seconds(2_000) }), 10 * MINUTE],
    ['an exp of 0', jwt({ exp: 0 }), 10 * MINUTE],
    ['a negative exp', jwt({ exp: -1 }), 10 * MINUTE],
    ['an exp as text', jwt({ exp: `${seconds(HOUR)}` }), 10 * MINUTE],
    ['an exp of null', jwt({ exp: null }), 10 * MINUTE],
  ])('follows the token with %s', async (_name, token, expected) => {
    const margin = 5_000; // for a token that ends while the request is on its way
    expect(Math.abs((await lifetime(token)) + margin - expected)).toBeLessThan(2_000);
  });

  it.each([-10 * 365, -1, -1 / 24, 1 / 24, 1, 10 * 365].map((days) => [days]))(
    'a clock that is wrong by %d days costs one token request, no loop',
    async (days) => {
      const { broker, clock, fetch } = open(memoryStorage(), [jwt({ exp: seconds(HOUR) })]);
      clock.now = NOW + days * 24 * HOUR;
      for (let call = 0; call < 20; call++) await broker.token();
      expect(fetch).toHaveBeenCalledTimes(1);
    },
  );

  it('a clock that is set back by years does not make a token live for years', async () => {
    const { broker, clock, fetch } = open();
    clock.now = NOW + 10 * 365 * 24 * HOUR;
    await broker.token();
    clock.now = NOW;
    expect(await broker.token()).toBe('t2');
    for (let call = 0; call < 20; call++) await broker.token();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    9e15,
    Number.MAX_VALUE,
    '9e15',
    NOW + 25 * HOUR,
    null,
    'soon',
    {},
    [],
    true,
    -1,
    NOW,
    NOW + 4_000,
  ])('a kept token that says it ends at %j is asked for anew', async (expiresAt) => {
    const storage = memoryStorage({ owner: OWNER, token: 'kept', expiresAt });
    const { broker, fetch } = open(storage);
    expect([await broker.token(), await broker.token()]).toEqual(['t1', 't1']);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(storage.kept.get(SLOT)).not.toContain('kept');
  });
});
