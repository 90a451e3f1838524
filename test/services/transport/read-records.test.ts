import { describe, expect, it } from 'vitest';
import { LoyaltyError } from '../../../src/services/transport/errors.ts';
import { text } from '../../../src/services/transport/read.ts';
import {
  isOffered,
  isUsed,
  oneOf,
  readEach,
  readEnd,
  readIcon,
  readRecords,
  readReply,
  requireValue,
  truth,
  webAddress,
} from '../../../src/services/transport/read-records.ts';

/** What a reader throws, or what it gives where it throws nothing. */
function errorOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LoyaltyError)) throw error;
    const { code, message, operation, field, received } = error;
    return { code, message, operation, field, received };
  }
}

describe('readEach', () => {
  it('reads each item, and leaves out those that cannot be read', () => {
    expect(readEach(['a', null, 7, {}], text)).toEqual(['a', '7']);
    expect(readEach([0, false, ''], (item) => item)).toEqual([0, false, '']);
  });

  it.each([undefined, null, 'text', 5, { 0: 'a', length: 1 }])('of %j is empty', (value) => {
    expect(readEach(value, text)).toEqual([]);
  });
});

describe('readIcon', () => {
  it.each(['★', '👩‍🚀', 'a', 'x'.repeat(8)])('takes %j', (icon) => expect(readIcon(icon)).toBe(icon));

  it.each(['', 'x'.repeat(9), 5, null, undefined, ['★'], { length: 1 }])('of %j is none', (value) => {
    expect(readIcon(value)).toBeUndefined();
  });
});

describe('webAddress', () => {
  it.each([
    ['https://shop.example/a?b=c#d', 'https://shop.example/a?b=c#d'],
    ['https://shop.example', 'https://shop.example/'],
    ['HTTPS://Shop.example/é', 'https://shop.example/%C3%A9'],
    ['https://127.0.0.1:4000/a', 'https://127.0.0.1:4000/a'],
  ])('takes %s', (value, address) => expect(webAddress(value)).toBe(address));

  it.each([
    'http://shop.example/',
    'http://localhost/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//shop.example/a',
    '/a',
    'a',
    '',
    5,
    null,
    undefined,
    ['https://shop.example/'],
    { toString: () => 'https://shop.example/' },
  ])('of %j is none', (value) => expect(webAddress(value)).toBeUndefined());
});

describe('values that decide what is shown', () => {
  it('are given, also where they are false', () => {
    for (const value of [0, '', false, null]) expect(requireValue<unknown>(value, 'points', 1)).toBe(value);
    expect(oneOf(['earned', 'spent'], 'kind', 'spent')).toBe('spent');
  });

  it('are errors with their field where they are not understood', () => {
    expect(errorOf(() => requireValue(undefined, 'points', { a: 1 }))).toEqual({
      code: 'bad_response',
      message: 'points is {"a":1}.',
      operation: undefined,
      field: 'points',
      received: { a: 1 },
    });
    expect(errorOf(() => oneOf(['earned'], 'kind', 'lost'))).toMatchObject({
      field: 'kind',
      received: 'lost',
    });
    expect(errorOf(() => oneOf(['earned'], 'kind', undefined))).toMatchObject({
      message: 'kind is missing.',
    });
  });

  it.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
    [undefined, undefined],
    [null, undefined],
  ])('truth of %j is %j', (value, wanted) => expect(truth(value, 'is_active')).toBe(wanted));

  it.each(['yes', '', 2, [], {}, 'TRUE'])('truth of %j is an error', (value) => {
    expect(errorOf(() => truth(value, 'is_active'))).toMatchObject({
      code: 'bad_response',
      field: 'is_active',
      received: value,
    });
  });

  it.each([
    [true, true],
    ['1', true],
    ['2026-11-01T10:00:00Z', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
    [null, false],
    [undefined, false],
    ['', false],
  ])('isUsed of %j is %j', (value, wanted) => expect(isUsed(value)).toBe(wanted));
});

describe('isOffered', () => {
  it.each<[record: Record<string, unknown>, wanted: boolean]>([
    [{}, true],
    [{ is_published: true, is_active: 1, is_archived: false, archived_at: null }, true],
    [{ is_published: false }, false],
    [{ is_published: '0' }, false],
    [{ is_active: false }, false],
    [{ is_archived: true }, false],
    [{ is_archived: '1' }, false],
    [{ archived_at: '2026-11-01T10:00:00Z' }, false],
    [{ is_published: true, is_active: true, archived_at: '2026-11-01T10:00:00Z' }, false],
  ])('of %j is %j', (record, wanted) => expect(isOffered(record)).toBe(wanted));

  it.each(['is_published', 'is_active', 'is_archived'])('names %s where it is not understood', (field) => {
    expect(errorOf(() => isOffered({ [field]: 'perhaps' }))).toMatchObject({ field, received: 'perhaps' });
  });
});

describe('readEnd', () => {
  it('reads a moment', () => {
    expect(readEnd('2026-11-01T10:00:00Z', 'ends_at')).toEqual(new Date('2026-11-01T10:00:00Z'));
  });

  it.each([undefined, null, ''])('of %j is no end', (value) =>
    expect(readEnd(value, 'ends_at')).toBeUndefined(),
  );

  it.each(['soon', false, {}])('of %j is an error', (value) => {
    expect(errorOf(() => readEnd(value, 'ends_at'))).toMatchObject({ field: 'ends_at', received: value });
  });
});

describe('readRecords', () => {
  const read = (value: unknown) =>
    value === 'left out' ? undefined : requireValue(text(value), 'name', value);
  const readAll = (wires: readonly unknown[], place?: string) => {
    const problems: LoyaltyError[] = [];
    const records = errorOf(() =>
      readRecords('lists.index', wires, read, (one) => problems.push(one), place),
    );
    return {
      records,
      problems: problems.map((problem) =>
        errorOf(() => {
          throw problem;
        }),
      ),
    };
  };

  it('gives all records that are shown, and reports nothing', () => {
    expect(readAll(['a', 'left out', 'b'])).toEqual({ records: ['a', 'b'], problems: [] });
    expect(readAll([])).toEqual({ records: [], problems: [] });
    expect(readAll(['left out'])).toEqual({ records: [], problems: [] });
  });

  it('reports records that cannot be read once, with the first reason and place', () => {
    expect(readAll(['a', null, 'b', []], 'items.')).toEqual({
      records: ['a', 'b'],
      problems: [
        {
          code: 'bad_response',
          message: 'lists.index: 2 of 4 records cannot be shown: name is null.',
          operation: 'lists.index',
          field: 'items.name',
          received: null,
        },
      ],
    });
    expect(readAll(['a', null]).problems).toMatchObject([{ field: 'name' }]);
  });

  it('throws where none can be read, and reports nothing beside it', () => {
    expect(readAll([null, []])).toEqual({
      records: expect.objectContaining({
        message: 'lists.index: 2 of 2 records cannot be shown: name is null.',
      }),
      problems: [],
    });
  });

  it('reports where the others are left out', () => {
    expect(readAll(['left out', null])).toMatchObject({ records: [], problems: [{ field: 'name' }] });
  });

  it('gives no field to a problem that has none', () => {
    const problems: LoyaltyError[] = [];
    const refuse = (value: unknown) => {
      if (value === 'a') return value;
      throw new LoyaltyError('bad_response', 'It is cut.');
    };
    readRecords('lists.index', ['a', 'b'], refuse, (one) => problems.push(one), 'items.');
    expect(problems).toMatchObject([{ field: undefined }]);
  });
});

describe('readReply', () => {
  it('gives what is read', () => {
    expect(readReply('balances.show', 5, text)).toBe('5');
  });

  it('names the operation of a reply that is not understood', () => {
    expect(errorOf(() => readReply('balances.show', null, text))).toEqual({
      code: 'bad_response',
      message: 'balances.show: data is null.',
      operation: 'balances.show',
      field: 'data',
      received: null,
    });
    expect(errorOf(() => readReply('balances.show', 'x', (one) => truth(one, 'is_active')))).toMatchObject({
      message: 'balances.show: is_active is "x".',
      operation: 'balances.show',
      field: 'is_active',
      received: 'x',
    });
  });

  it('keeps the operation that an error of the records inside it has', () => {
    const inner = new LoyaltyError('bad_response', 'lists.items: none.', { operation: 'lists.items' });
    expect(() =>
      readReply('lists.show', {}, () => {
        throw inner;
      }),
    ).toThrow(inner);
  });
});
