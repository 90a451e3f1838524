import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Browser, PageMemory, TextStorage } from '../../../../src/services/customer/environment.ts';
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
const CARL = { ...SIGNED_IN, customerId: '1003' };
const GUEST = { baseUrl: BASE_URL };
const ownerOf = (settings: LoyaltySettings) => readConfig(settings)!.owner!;
const OWNER = ownerOf(ADA);
const cacheOf = (settings: LoyaltySettings, browser?: Browser, memory: PageMemory = {}) =>
  createTokenCache(readConfig(settings), browser, memory);
/** Of a guest's page that no cache has stored. */
const newGuest = (browser: Browser, memory: PageMemory = {}) =>
  createTokenCache(readConfig(GUEST), browser, memory, true);

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

  it('is cleared by a guest of a new page', async () => {
    const storage = memoryStorage({ ...RECORD, owner: OWNER });
    expect(newGuest(tabWith(storage)).read()).toBeUndefined();
    expect(keptRecord(storage)).toEqual({});
    await settled();
    expect([...storage.kept.values()]).toEqual(['']);
  });

  it('stays when a guest’s page may come from a cache, and is not given to the guest', async () => {
    const storage = memoryStorage({ ...RECORD, owner: OWNER });
    const ada = cacheOf(ADA, tabWith(storage));
    const guest = cacheOf(GUEST, tabWith(storage));
    await settled();
    expect([guest.read(), ada.current(true)]).toEqual([undefined, true]);
    expect(keptRecord(storage)).toEqual({ ...RECORD, owner: OWNER });
  });

  it.each([
    ['a script has changed the customer', { attempt: {} }],
    ['the page has named a customer before', { hadCustomer: true }],
  ])('is cleared by a guest where %s', async (_, memory) => {
    const storage = memoryStorage({ ...RECORD, owner: OWNER });
    cacheOf(GUEST, tabWith(storage), memory);
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
      (browser) => void newGuest(browser),
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
    newGuest(tabWith(storage));
    own.save(RECORD);
    expect(keptRecord(storage)).toEqual({});
  });
});

describe('two customers on one page', () => {
  const BEN_RECORD = { token: 'ben.1', expiresAt: 6 };
  const BEN_SLOT = `${SLOT} ${ownerOf(BEN)}`;

  /** A page where a provider of Ada, with her token, stands before one of Ben. */
  function pageOfTwo(cache: LoyaltySettings['cache'] = 'shared') {
    const [storage, own] = [memoryStorage({ ...RECORD, owner: OWNER }), memoryStorage()];
    const browser = tabWith(storage, own);
    const ada = cacheOf({ ...ADA, cache }, browser);
    const memory: PageMemory = { first: OWNER };
    return { storage, own, browser, ada, ben: () => cacheOf({ ...BEN, cache }, browser, memory) };
  }

  it.each(['shared', 'tab', 'memory'] as const)('both stay signed in with cache="%s"', (cache) => {
    const { ada, ben } = pageOfTwo(cache);
    ada.save(RECORD);
    const second = ben();
    second.save(BEN_RECORD);
    expect([ada.current(true), second.current(true)]).toEqual([true, true]);
    expect([ada.read(), second.read()]).toMatchObject([RECORD, BEN_RECORD]);
  });

  it('red twin: a second customer that does not know of the first one signs them out', () => {
    const { ada, browser } = pageOfTwo();
    cacheOf(BEN, browser);
    expect(ada.current()).toBe(false);
  });

  it('have a record each, which the next page reads, and no other customer', () => {
    const { ben, storage, browser } = pageOfTwo();
    ben().save(BEN_RECORD);
    expect(ben().read()).toMatchObject(BEN_RECORD);
    expect(cacheOf(BEN, browser, { first: OWNER }).read()).toMatchObject(BEN_RECORD);
    expect(cacheOf(CARL, browser, { first: OWNER }).read()).toBeUndefined();
    expect([...storage.kept.keys()]).toContain(BEN_SLOT);
  });

  it('share the record where both are the same customer', () => {
    const { browser } = pageOfTwo();
    expect(cacheOf(ADA, browser, { first: OWNER }).read()).toMatchObject(RECORD);
  });

  it('leave a guest’s provider beside them without effect', () => {
    const { ada, browser } = pageOfTwo();
    newGuest(browser, { first: OWNER });
    expect(ada.current(true)).toBe(true);
  });

  it('the second one signs out alone', async () => {
    const { ada, ben, storage } = pageOfTwo();
    const second = ben();
    second.save(BEN_RECORD);
    second.close(true);
    await settled();
    expect([ada.current(true), second.current(true)]).toEqual([true, false]);
    expect(JSON.stringify([...storage.kept])).not.toContain('ben.1');
  });

  it.each([
    ['a sign-out of the first one', ({ ada }: ReturnType<typeof pageOfTwo>) => ada.close(true)],
    ['a new page of a guest', ({ browser }: ReturnType<typeof pageOfTwo>) => void newGuest(browser)],
  ])('%s removes the record of the second one, for every tab', async (_, end) => {
    const page = pageOfTwo('tab');
    const second = page.ben();
    second.save(BEN_RECORD);
    end(page);
    await settled();
    expect(second.current()).toBe(false);
    // Nothing of the customer, in a form that other tabs can tell from storage that a script of the shop has cleared.
    expect([page.storage.kept.get(BEN_SLOT), page.own.kept.get(BEN_SLOT)]).toEqual(['', '']);
    await vi.waitFor(() =>
      expect([...page.storage.kept.keys(), ...page.own.kept.keys()]).not.toContain(BEN_SLOT),
    );
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
        [true, undefined, {}],
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
