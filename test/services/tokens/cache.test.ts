import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenBroker } from '../../../src/services/tokens/broker.ts';
import { createTokenCache, type TextStorage } from '../../../src/services/tokens/cache.ts';
import { keptRecord, memoryStorage, SLOT, throwingStorage } from '../../support/client-storage.ts';

const RECORD = { token: 't1', expiresAt: 5 };

describe('what is kept', () => {
  it('R92 is one record, bound to its owner', () => {
    const storage = memoryStorage();
    createTokenCache('A', storage).write({ ...RECORD, profileId: 'p1' });
    expect(keptRecord(storage)).toEqual({ ...RECORD, profileId: 'p1', owner: 'A' });
    expect(createTokenCache('A', storage).read()).toMatchObject({ ...RECORD, profileId: 'p1' });
  });

  it.each(['B', undefined])('R92 never reaches another owner, and is gone when %s comes', (owner) => {
    const storage = memoryStorage({ ...RECORD, owner: 'A' });
    expect(createTokenCache(owner, storage).read()).toBeUndefined();
    expect(storage.kept.size).toBe(0);
  });

  it('R92 gives way to the record of the next owner', () => {
    const storage = memoryStorage({ ...RECORD, owner: 'A' });
    createTokenCache('B', storage).write({ token: 't2', expiresAt: 6 });
    expect(keptRecord(storage)).toEqual({ token: 't2', expiresAt: 6, owner: 'B' });
    expect(createTokenCache('A', storage).read()).toBeUndefined();
  });

  it('is kept in memory alone without an owner', () => {
    const storage = memoryStorage();
    const cache = createTokenCache(undefined, storage);
    cache.write(RECORD);
    cache.keep({ profileId: 'p1' });
    expect(cache.read()).toEqual({ ...RECORD, profileId: 'p1' });
    expect(storage.kept.size).toBe(0);
  });

  it('nothing is added to a record that is not there', () => {
    const storage = memoryStorage();
    const cache = createTokenCache('A', storage);
    cache.keep({ profileId: 'p1' });
    expect([cache.read(), storage.kept.size]).toEqual([undefined, 0]);
  });
});

describe('close', () => {
  it('what still arrives for a customer who has gone is not kept', () => {
    const storage = memoryStorage();
    const first = createTokenCache('A', storage);
    first.write(RECORD);
    first.close(false);
    createTokenCache('B', storage).write({ token: 'b', expiresAt: 6 });
    first.write({ token: 'late', expiresAt: 7 });
    first.keep({ profileId: 'late' });
    expect(keptRecord(storage)).toEqual({ token: 'b', expiresAt: 6, owner: 'B' });
  });

  it('R92 at logout the entry is removed, and nothing brings it back', () => {
    const storage = memoryStorage();
    const cache = createTokenCache('A', storage);
    cache.write(RECORD);
    cache.close(true);
    cache.write({ token: 'late', expiresAt: 7 });
    expect(storage.kept.size).toBe(0);
  });
});

describe('a storage that fails', () => {
  const methods: (keyof TextStorage)[] = ['getItem', 'setItem', 'removeItem'];

  it.each([...methods.map((method) => [method]), methods])(
    'in %s %s %s: memory serves this page',
    async (...failing) => {
      const storage = throwingStorage(...(failing as typeof methods));
      storage.kept.set(SLOT, JSON.stringify({ ...RECORD, owner: 'someone else' }));
      const cache = createTokenCache('A', storage);
      let requests = 0;
      const source = { owner: 'A', fetch: async () => `t${++requests}` };
      const broker = createTokenBroker(source, cache, Date.now);
      expect([await broker.token(), await broker.token()]).toEqual(['t1', 't1']);
      cache.keep({ profileId: 'p1' });
      expect(cache.read()).toMatchObject({ token: 't1', profileId: 'p1' });
      cache.close(true);
    },
  );

  it('none at all serves this page too', () => {
    const cache = createTokenCache('A', undefined);
    cache.write(RECORD);
    expect(cache.read()).toEqual(RECORD);
    cache.close(true);
  });
});

describe('a storage that holds rubbish', () => {
  const HOSTILE_TOKENS = [
    '',
    ' ',
    'a b',
    'a\r\nX-Evil: 1',
    'tök',
    '"',
    '\0',
    '=',
    'a=b',
    '<b>',
    'a'.repeat(8_193),
  ];

  it.each(HOSTILE_TOKENS)('R92 a kept token of %j is dropped', (token) => {
    const storage = memoryStorage({ owner: 'A', token, expiresAt: 9e12 });
    expect(createTokenCache('A', storage).read()).toBeUndefined();
    expect(storage.kept.size).toBe(0);
  });

  it('R92 a kept token longer than 8,192 characters is dropped', () => {
    const storage = memoryStorage({ owner: 'A', token: 'a'.repeat(8_193), expiresAt: 9e12 });
    expect(createTokenCache('A', storage).read()).toBeUndefined();
  });

  it('A15 of 2,000 records none throws, and none sends a token that was not checked', async () => {
    const odd = fc.anything({ maxDepth: 2, withNullPrototype: true });
    const value = fc.oneof(
      odd,
      fc.constantFrom(
        'A',
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
        written({ owner: 'A', token: 'kept.ok', expiresAt: Date.now() + 60_000, ...some }),
      ),
      odd.map((some) => written(some)),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', 'null', '[]', '{', '{"__proto__":{"owner":"A","token":"t"}}', '9'.repeat(400)),
    );
    await fc.assert(
      fc.asyncProperty(text, async (kept) => {
        const storage = memoryStorage(kept);
        const cache = createTokenCache('A', storage);
        const broker = createTokenBroker({ owner: 'A', fetch: async () => 'fresh' }, cache, Date.now);
        const token = await broker.token();
        expect(String(token)).toMatch(/^[\w.~+/-]{1,8192}=*$/);
        if (token !== 'fresh') expect(JSON.parse(kept)).toMatchObject({ owner: 'A', token });
        cache.keep({ profileId: 'p' });
        cache.close(true);
        expect(storage.kept.size).toBe(0);
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
