import { describe, expect, it } from 'vitest';
import { atPlace, evaluate, mapFields, type Scope } from '../../../src/services/transport/tenant/sources.ts';
import type { Source } from '../../../src/services/transport/tenant/tenant-file.ts';

const scope = {
  reply: { a: 'of reply' },
  body: { a: 'of body' },
  query: { a: 'of query' },
  parameters: { a: 'of parameters' },
  header: (name: string) => (name === 'etag' ? 'E' : null),
  get: (name: string) => ({ a: `of ${name}` }),
} as unknown as Scope;
const of = (source: Source, own: unknown = {}) => evaluate(source, own, scope);

describe('a place', () => {
  it.each([
    ['/a', 'own'],
    ['record:/a', 'own'],
    ['reply:/a', 'of reply'],
    ['body:/a', 'of body'],
    ['query:/a', 'of query'],
    ['parameters:/a', 'of parameters'],
    ['current:/a', 'of current'],
    ['header:/etag', 'E'],
    ['header:/other', undefined],
    ['/missing', undefined],
  ])('%s is looked up', (place, value) => {
    expect(atPlace(place, { a: 'own' }, scope)).toBe(value);
  });

  it('that is none is an error of the file', () => {
    expect(() => atPlace('a.b', {}, scope)).toThrow('"a.b" is no place.');
  });
});

describe('a source', () => {
  it('is the first place that has something; null says that there is none', () => {
    expect(of({ from: ['/a', '/b'] }, { a: '', b: 'B' })).toBe('B');
    expect(of({ from: ['/a', '/b'] }, { a: 0, b: 'B' })).toBe(0);
    expect(of({ from: ['/a', '/b'] }, { a: null })).toBeNull();
    expect(of({ from: ['/a', '/b'] }, {})).toBeUndefined();
    expect(of(null, {})).toBeUndefined();
  });

  it('has a constant, or another value for what is missing', () => {
    expect([of({ value: 5 } as Source), of({ value: false } as Source)]).toEqual([5, false]);
    expect([
      of({ from: '/a', or: 7 }, {}),
      of({ from: '/a', or: 7 }, { a: null }),
      of({ from: '/a', or: 7 }, { a: 0 }),
    ]).toEqual([7, 7, 0]);
  });

  it('is whether the value is one of some; a missing one is null', () => {
    expect([of({ from: '/a', is: [1, 2] }, { a: 2 }), of({ from: '/a', is: [1, 2] }, { a: 3 })]).toEqual([
      true,
      false,
    ]);
    expect([of({ from: '/a', is: [null] }, {}), of({ from: '/a', is: [null] }, { a: 1 })]).toEqual([
      true,
      false,
    ]);
  });

  it('replaces words, and leaves others', () => {
    const source = { from: '/a', values: { web: 'shop' } } as const;
    expect([of(source, { a: 'web' }), of(source, { a: 'other' }), of(source, { a: 'toString' })]).toEqual([
      'shop',
      'other',
      'toString',
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['seconds', 1_800_000_000, '2027-01-15T08:00:00.000Z'],
    ['milliseconds', 1_800_000_000_000, '2027-01-15T08:00:00.000Z'],
    ['utc', '2027-01-15 08:00:00', '2027-01-15T08:00:00Z'],
    ['cents', 1234, '12.34'],
    ['cents', -5, '-0.05'],
    ['cents', '100', '1.00'],
    ['whole', '1,234.00', 1234],
    ['whole', -7, -7],
    ['boolean', 'TRUE', true],
    ['boolean', 0, false],
    ['text', 5, '5'],
  ])('converts by %s %j to %j', (as, value, converted) => {
    expect(of({ from: '/a', as } as Source, { a: value })).toBe(converted);
  });

  it.each<[string, unknown]>([
    ['seconds', 'soon'],
    ['seconds', true],
    ['utc', 'soon'],
    ['cents', '1.5'],
    ['whole', '1.5'],
    ['whole', '12,34'],
    ['boolean', 'yes'],
  ])('refuses by %s what it cannot convert: %j', (as, value) => {
    expect(() => of({ from: '/a', as } as Source, { a: value })).toThrow(/ is no /);
  });

  it('converts a lifetime to the time when it ends', () => {
    const ends = Date.parse(String(of({ from: '/a', as: 'lifetime' } as Source, { a: 3_600 })));
    expect(Math.round((ends - Date.now()) / 60_000)).toBe(60);
  });

  it('maps one record, or each of a list', () => {
    const each = { name: '/title' } as const;
    expect(of({ from: '/a', each }, { a: { title: 'T' } })).toEqual({ title: 'T', name: 'T' });
    expect(of({ from: '/a', each }, { a: [{ title: 'T' }] })).toEqual([{ title: 'T', name: 'T' }]);
    expect(of({ from: '/a', each }, {})).toBeUndefined();
  });
});

describe('mapped fields', () => {
  it('are inside each other, and leave the other fields', () => {
    const mapped = mapFields({ b: 1, c: 2 }, { 'points.available': '/b' }, scope);
    expect(mapped).toEqual({ b: 1, c: 2, points: { available: 1 } });
  });

  it('that cannot be converted are named with what was received', () => {
    const map = { outer: { from: '/o', each: { inner: { from: '/i', as: 'whole' } } } } as const;
    expect(() => mapFields({ o: { i: 'x' } }, map, scope)).toThrow(
      expect.objectContaining({ code: 'bad_response', field: 'outer.inner', received: 'x' }),
    );
  });
});
