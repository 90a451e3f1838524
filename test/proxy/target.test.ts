import { describe, expect, it } from 'vitest';
import { readTarget } from '../../src/proxy/guard/target.ts';

// Tested without the proxy, whose later checks would refuse some of these too.
it.each([
  '/v3/./balances',
  '/v3/../balances',
  '/v3/..',
  '/.',
  '/v3/%2e%2e/x',
  '/v3/%2e/x',
  '/v3//x',
  '/v3/a%2fb',
])('readTarget › refuses a dot segment, an empty segment or an encoded slash: %s', (target) =>
  expect(readTarget(target)).toBeUndefined(),
);

it('readTarget › parses the canonical spelling', () => {
  expect(readTarget('/v3/a%20b/c?sort=-id')).toEqual({ segments: ['v3', 'a b', 'c'], query: '?sort=-id' });
});

describe('readTarget', () => {
  const segments = (target: string) => readTarget(target)?.segments;

  it.each([
    ['/', []],
    ['/v3', ['v3']],
    ["/v3/a.b!~*'()-_", ['v3', "a.b!~*'()-_"]],
    ['/v3/a./.b', ['v3', 'a.', '.b']],
    ['/v3/.../x', ['v3', '...', 'x']],
    ['/%c3%aa', ['ê']],
    ['/%C3%AA%20x', ['ê x']],
    ['/a%40b', ['a@b']],
    [`/${'x'.repeat(255)}`, ['x'.repeat(255)]],
    ['/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16', Array.from({ length: 16 }, (_, at) => String(at + 1))],
  ])('reads %s', (target, wanted) => {
    expect(readTarget(target)).toEqual({ segments: wanted, query: '' });
  });

  it.each([
    ['an empty target', ''],
    ['an absolute URL', 'https://evil.example/v3'],
    ['a target without a leading slash', 'v3/x'],
    ['a query without a path', '?a=1'],
    ['an escape that is not needed', '/%41'],
    ['an escape of an escape', '/%2541'],
    ['a blank', '/a b'],
    ['a semicolon', '/a;b'],
    ['an escaped semicolon', '/a%3Bb'],
    ['a backslash', '/a%5Cb'],
    ['a control character', '/a%0Ab'],
    ['a soft hyphen', '/a%C2%ADb'],
    ['a percent sign', '/a%25b'],
    ['a full-width slash', '/a%EF%BC%8Fb'],
    ['a one dot leader (U+2024)', '/%E2%80%A4'],
    ['two one dot leaders (U+2024)', '/%E2%80%A4%E2%80%A4'],
    ['an incomplete escape', '/%4'],
    ['overlong UTF-8', '/%C0%AE'],
    ['an incomplete UTF-8 character', '/%C3'],
    ['template code', '/%7B%7Bcustomer.id'],
    ['a long segment', `/${'x'.repeat(256)}`],
    ['17 segments', '/1'.repeat(17)],
  ])('refuses %s', (_, target) => {
    expect(segments(target)).toBeUndefined();
  });

  it('leaves the query unchanged', () => {
    for (const query of ['?', '?a[b]=c%20d&e=f,g', "?.!~*'()-_=+:@/?$|"])
      expect(readTarget(`/v3${query}`)).toEqual({ segments: ['v3'], query });
    expect(readTarget('/?a=1')).toEqual({ segments: [], query: '?a=1' });
  });

  it.each(['?a b', '?a#b', '?a"b', '?a<b', '?a\\b', '?a{b', '?é', '?a=%00', '?%00', '?a\n', '? '])(
    'refuses the query %j',
    (query) => {
      expect(readTarget(`/v3${query}`)).toBeUndefined();
    },
  );

  it('accepts at most 8,000 characters', () => {
    expect(readTarget(`/v3?${'x'.repeat(7_996)}`)).toBeDefined();
    expect(readTarget(`/v3?${'x'.repeat(7_997)}`)).toBeUndefined();
  });
});
