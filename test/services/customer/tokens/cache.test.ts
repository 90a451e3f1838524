import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Browser, TextStorage } from '../../../../src/services/customer/environment.ts';
import { readConfig, type LoyaltySettings } from '../../../../src/services/customer/config.ts';
import { createTokenBroker } from '../../../../src/services/transport/tokens.ts';
import { createTokenCache } from '../../../../src/services/customer/tokens/cache.ts';
import { BASE_URL, settled } from '../../../support/client-fetch.ts';
import { SIGNED_IN } from '../../../support/client-programme.ts';
import {
  keptRecord,
  memoryStorage,
  SLOT,
  tabWith,
  throwingStorage,
} from '../../../support/client-storage.ts';

const RECORD = { token: 't1', expiresAt: 5 };
const ADA = SIGNED_IN;
const BEN = { ...SIGNED_IN, customerId: '1002' };
const GUEST = { baseUrl: BASE_URL };
const ownerOf = (settings: LoyaltySettings) => readConfig(settings)!.owner!;
const OWNER = ownerOf(ADA);
const cacheOf = (settings: LoyaltySettings, browser?: Browser, memory = {}) =>
  createTokenCache(readConfig(settings), browser, memory);

describe('token cache', () => {
  it('stores one record, bound to its owner, for every tab', () => {
    const storage = memoryStorage();
    cacheOf(ADA, tabWith(storage)).save({ ...RECORD, profileId: 'p1' });
    expect(keptRecord(storage)).toEqual({ ...RECORD, profileId: 'p1', owner: OWNER });
    expect(cacheOf(ADA, tabWith(storage)).read()).toMatchObject({ ...RECORD, profileId: 'p1' });
  });

  it('is never read by another owner, who removes it', async () => {
    const storage = memoryStorage({ ...RECORD, owner: OWNER });
    expect(cacheOf(BEN, tabWith(storage)).read()).toBeUndefined();
    expect(keptRecord(storage)).toEqual({ owner: ownerOf(BEN) });
    cacheOf(BEN, tabWith(storage)).save({ token: 't2', expiresAt: 6 });
    expect(cacheOf(ADA, tabWith(storage)).read()).toBeUndefined();
  });

  it('is cleared by a guest', async () => {
    const storage = memoryStorage({ ...RECORD, owner: OWNER });
    expect(cacheOf(GUEST, tabWith(storage)).read()).toBeUndefined();
    expect(keptRecord(storage)).toEqual({});
    await settled();
    expect([...storage.kept.values()]).toEqual(['']);
  });

  it('stores nothing for guests, given tokens or invalid settings', () => {
    for (const settings of [GUEST, { ...GUEST, token: 'given' }, {}]) {
      const storage = memoryStorage();
      const cache = cacheOf(settings, tabWith(storage));
      cache.save({ ...RECORD, profileId: 'p1' });
      expect([cache.read(), storage.kept.size]).toEqual([undefined, 0]);
    }
  });

  it('with cache="tab" stores in the tab, and only the owner for other tabs', () => {
    const [storage, own] = [memoryStorage(), memoryStorage()];
    cacheOf({ ...ADA, cache: 'tab' }, tabWith(storage, own)).save(RECORD);
    expect([keptRecord(storage), keptRecord(own)]).toEqual([{ owner: OWNER }, { ...RECORD, owner: OWNER }]);
    expect(cacheOf({ ...ADA, cache: 'tab' }, tabWith(storage, own)).read()).toMatchObject(RECORD);
  });

  it('with cache="memory" stores in the page only, for the next epoch', () => {
    const [storage, own, memory] = [memoryStorage(), memoryStorage(), {}];
    const settings = { ...ADA, cache: 'memory' } as const;
    cacheOf(settings, tabWith(storage, own), memory).save(RECORD);
    expect([keptRecord(storage), own.kept.size]).toEqual([{ owner: OWNER }, 0]);
    expect(cacheOf(settings, tabWith(storage, own), memory).read()).toMatchObject(RECORD);
    expect(cacheOf(settings, tabWith(storage, own)).read()).toBeUndefined();
    expect(cacheOf({ ...BEN, cache: 'memory' }, tabWith(storage, own), memory).read()).toBeUndefined();
  });
});

describe('whether the customer is still the same', () => {
  it('ends with a sign-out, with a guest and with somebody else, in any tab', () => {
    const ends: ((browser: Browser) => void)[] = [
      (browser) => cacheOf(ADA, browser).close(true),
      (browser) => void cacheOf(GUEST, browser),
      (browser) => void cacheOf(BEN, browser),
    ];
    for (const cache of ['shared', 'tab', 'memory'] as const) {
      for (const end of ends) {
        const storage = memoryStorage();
        const own = cacheOf({ ...ADA, cache }, tabWith(storage));
        own.save(RECORD);
        expect(own.current(true)).toBe(true);
        end(tabWith(storage));
        expect(own.current()).toBe(false);
      }
    }
  });

  it('is not ended by another tab of the same customer', () => {
    const storage = memoryStorage();
    const own = cacheOf(ADA, tabWith(storage));
    cacheOf(ADA, tabWith(storage)).save(RECORD);
    expect(own.current(true)).toBe(true);
  });

  it('cannot be proven without storage: a page that comes back stays empty', () => {
    const own = cacheOf(ADA, undefined);
    expect([own.current(), own.current(true)]).toEqual([true, false]);
  });

  it('does not matter to a guest', () => {
    const storage = memoryStorage();
    const guest = cacheOf(GUEST, tabWith(storage));
    cacheOf(ADA, tabWith(storage)).save(RECORD);
    expect(guest.current(true)).toBe(true);
  });

  it('ends all storing', () => {
    const storage = memoryStorage();
    const own = cacheOf(ADA, tabWith(storage));
    cacheOf(GUEST, tabWith(storage));
    own.save(RECORD);
    expect(keptRecord(storage)).toEqual({});
  });
});

describe('close', () => {
  it('does not store what arrives later', () => {
    const storage = memoryStorage();
    const first = cacheOf(ADA, tabWith(storage));
    first.save(RECORD);
    first.close();
    cacheOf(BEN, tabWith(storage)).save({ token: 'b', expiresAt: 6 });
    first.save({ token: 'late', expiresAt: 7 });
    expect(keptRecord(storage)).toEqual({ token: 'b', expiresAt: 6, owner: ownerOf(BEN) });
  });

  it('at logout removes the entry from every storage for good', async () => {
    for (const mode of ['shared', 'tab', 'memory'] as const) {
      const [storage, own, memory] = [memoryStorage(), memoryStorage(), {}];
      const cache = cacheOf({ ...ADA, cache: mode }, tabWith(storage, own), memory);
      cache.save(RECORD);
      cache.close(true);
      cache.save({ token: 'late', expiresAt: 7 });
      await settled();
      expect([[...storage.kept], own.kept.size, Object.values(memory)]).toEqual([
        [[SLOT, '']],
        0,
        [undefined, {}],
      ]);
    }
  });
});

describe('a storage that fails', () => {
  const methods: (keyof TextStorage)[] = ['getItem', 'setItem', 'removeItem'];

  it.each([...methods.map((method) => [method]), methods])(
    'in %s %s %s: memory serves this page',
    async (...failing) => {
      const storage = throwingStorage(...(failing as typeof methods));
      storage.kept.set(SLOT, JSON.stringify({ ...RECORD, owner: 'someone else' }));
      const cache = cacheOf(ADA, tabWith(storage, storage));
      let requests = 0;
      const acquire = async () => {
        cache.save({ token: `t${++requests}`, expiresAt: Date.now() + 60_000 });
        return `t${requests}`;
      };
      const broker = createTokenBroker(cache, acquire, Date.now);
      expect([await broker.token(), await broker.token()]).toEqual(['t1', 't1']);
      cache.save({ profileId: 'p1' });
      expect(cache.read()).toMatchObject({ token: 't1', profileId: 'p1' });
      cache.close(true);
    },
  );

  it('whose getter throws, as in a sandboxed frame, does not stop the page', () => {
    const sandboxed = {
      get localStorage(): never {
        throw new DOMException('denied', 'SecurityError');
      },
      get sessionStorage(): never {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    for (const browser of [undefined, sandboxed]) {
      const cache = cacheOf(ADA, browser);
      cache.save(RECORD);
      expect(cache.read()).toMatchObject(RECORD);
      cache.close(true);
    }
  });
});

describe('a storage with invalid content', () => {
  const HOSTILE_TOKENS = ['', ' ', 'a b', 'a\r\nX-Evil: 1', 'tök', '\0', '{{token}}', 'a'.repeat(8_193)];

  it.each(HOSTILE_TOKENS)('a kept token of %j is dropped', (token) => {
    const storage = memoryStorage({ owner: OWNER, token, expiresAt: 9e12 });
    expect(cacheOf(ADA, tabWith(storage)).read()).toBeUndefined();
  });

  it('a stored token longer than 8,192 characters is dropped', () => {
    const storage = memoryStorage({ owner: OWNER, token: 'a'.repeat(8_193), expiresAt: 9e12 });
    expect(cacheOf(ADA, tabWith(storage)).read()).toBeUndefined();
  });

  it('none of 2,000 records throws or sends an unchecked token', async () => {
    const odd = fc.anything({ maxDepth: 2, withNullPrototype: true });
    const value = fc.oneof(
      odd,
      fc.constantFrom(
        OWNER,
        'B',
        'kept.ok',
        'a\nb',
        '__proto__',
        9e15,
        -0,
        '9e15',
        'x'.repeat(9_000),
        null,
        [],
        {},
      ),
      fc.string({ unit: 'binary' }),
    );
    const record = fc.dictionary(
      fc.constantFrom(
        'owner',
        'token',
        'expiresAt',
        'profileId',
        'hearts',
        '__proto__',
        'constructor',
        'toString',
      ),
      value,
    );
    const text = fc.oneof(
      record.map((some) => written(some)),
      record.map((some) =>
        written({ owner: OWNER, token: 'kept.ok', expiresAt: Date.now() + 60_000, ...some }),
      ),
      odd.map((some) => written(some)),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', 'null', '[]', '{', '{"__proto__":{"owner":"A","token":"t"}}', '9'.repeat(400)),
    );
    await fc.assert(
      fc.asyncProperty(text, async (kept) => {
        const storage = memoryStorage(kept);
        const cache = cacheOf(ADA, tabWith(storage));
        const broker = createTokenBroker(cache, async () => 'fresh', Date.now);
        const token = await broker.token();
        expect(String(token)).toMatch(/^[\x21-\x7e]{1,8192}$/);
        if (token !== 'fresh') expect(JSON.parse(kept)).toMatchObject({ owner: OWNER, token });
        cache.save({ profileId: 'p' });
        cache.close(true);
        expect(keptRecord(storage) ?? {}).toEqual({});
      }),
      { numRuns: 2_000 },
    );
  });
});

/** As JSON, where it can be written. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return String(typeof value);
  }
}
