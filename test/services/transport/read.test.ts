import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { integer, moment, record, text } from '../../../src/services/transport/read.ts';
import { webAddress } from '../../../src/services/transport/read-records.ts';

describe('record', () => {
  it.each([undefined, null, 0, '', 'text', true, [[]], [[1]], Symbol('s'), () => {}])(
    'of %s is empty',
    (value) => {
      expect(Object.keys(record(value))).toEqual([]);
    },
  );
  it('returns an object unchanged', () => expect(record({ a: 1 })).toEqual({ a: 1 }));
});

describe('text', () => {
  it.each([
    ['a', 'a'],
    ['<b>', '<b>'],
    [0, '0'],
    [-7, '-7'],
  ])('of %j is %j', (value, expected) => expect(text(value)).toBe(expected));

  it.each(['', 0.5, NaN, Infinity, 2 ** 53, true, null, undefined, {}, [[]], [['a']]])(
    'of %j is none',
    (value) => {
      expect(text(value)).toBeUndefined();
    },
  );
});

describe('integer', () => {
  it.each([
    [5, 5],
    [-5, -5],
    [0, 0],
    ['42', 42],
    ['-42', -42],
    ['007', 7],
  ])('of %j is %j', (value, expected) => expect(integer(value)).toBe(expected));

  it.each([
    '',
    ' ',
    '5 ',
    '1.5',
    '1e3',
    '0x1f',
    '٣',
    '9'.repeat(17),
    0.5,
    NaN,
    -Infinity,
    2 ** 53,
    true,
    null,
    [],
    [5],
    {},
  ])('of %j is none', (value) => expect(integer(value)).toBeUndefined());
});

describe('moment', () => {
  it.each([
    ['2024-05-01T09:30:00.000000Z', '2024-05-01T09:30:00.000Z'],
    ['2024-05-01T09:30:00Z', '2024-05-01T09:30:00.000Z'],
    ['2024-05-01T09:30:00.5+02:00', '2024-05-01T07:30:00.500Z'],
    ['2024-05-01 09:30:00', '2024-05-01T09:30:00.000Z'],
    ['2024-05-01 09:30:00.25', '2024-05-01T09:30:00.250Z'],
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
  ])('of %s is %s', (value, expected) => expect(moment(value)?.toISOString()).toBe(expected));

  it.each([
    '',
    ' ',
    '5',
    '3',
    '-5',
    'soon',
    'in 3 days',
    'tomorrow 1',
    '01/02/2024',
    '1 May 2024',
    'May 1, 2024',
    '1714555800',
    '2024-13-01',
    '2024-05-32',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '2024-05-01T25:00:00Z',
    '2024-05-01 later',
    '2024-05',
    0,
    1_714_555_800,
    null,
    true,
    {},
    [],
    ['2024-05-01'],
    new Date(),
  ])('of %j is none: nothing but what is written as a date becomes one', (value) => {
    expect(moment(value)).toBeUndefined();
  });

  it('is a real date or none', () => {
    const odd = fc.oneof(
      fc.anything(),
      fc.string({ unit: fc.constantFrom(...'0123456789-: TZ+.'), maxLength: 26 }),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
    fc.assert(
      fc.property(odd, (value) => {
        const date = moment(value);
        expect(date === undefined || !Number.isNaN(date.getTime())).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('webAddress', () => {
  afterEach(() => vi.unstubAllGlobals());
  const local = ['http://localhost:4000/a', 'http://127.0.0.1/a', 'http://[::1]:1/a'];

  it.each(['https://shop.example.com/a?b=c#d'])('takes %s', (address) =>
    expect(webAddress(address)).toBe(address),
  );

  it.each(local)('takes %s on a page of this machine itself', (address) => {
    for (const hostname of ['localhost', '127.0.0.1', '[::1]']) {
      vi.stubGlobal('location', { hostname });
      expect(webAddress(address)).toBe(address);
    }
  });

  it.each(local)('refuses %s on every other page', (address) => {
    for (const location of [
      { hostname: 'shop.example.com' },
      { hostname: 'localhost.example.com' },
      { hostname: '' },
      undefined,
    ]) {
      vi.stubGlobal('location', location);
      expect(webAddress(address)).toBeUndefined();
    }
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://x/1',
    'file:///etc/passwd',
    'about:blank',
    'ftp://x/',
    'http://example.com/a',
    'http://localhost.evil.com',
    'http://127.0.0.1.evil.com',
    'http://evil.com#localhost',
    '//example.com/a',
    '/a',
    'a',
    '',
    'https://',
    'https://a b',
    'https://[',
    null,
    5,
    {},
    ['https://a.example'],
    true,
  ])('%j becomes no link and no picture', (address) => expect(webAddress(address)).toBeUndefined());
});
