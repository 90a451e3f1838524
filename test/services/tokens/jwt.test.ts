import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jwtExpiry } from '../../../src/services/tokens/jwt.ts';

const part = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString('base64url');

it('reads exp in milliseconds', () => {
  expect(jwtExpiry(`h.${part({ exp: 1_800_000_000 })}.s`)).toBe(1_800_000_000_000);
  expect(jwtExpiry(`h.${part({ exp: 1.5 })}.s`)).toBe(1_500);
});

it('reads the alphabet of URLs, and claims in any language', () => {
  const claims = { exp: 5, sub: 'ÿ~?>é☃𝄞', more: '???>>>~~~' };
  expect(part(claims)).toMatch(/[-_]/);
  expect(jwtExpiry(`h.${part(claims)}.s`)).toBe(5_000);
});

it.each([
  ...[
    '',
    '.',
    '..',
    'a',
    'a.b',
    'a.b.c',
    'a.%%.c',
    `h.${part(null)}.s`,
    `h.${part([])}.s`,
    `h.${part('exp')}.s`,
  ],
  ...[{}, { exp: '5' }, { exp: null }, { exp: [5] }, { exp: true }, { exp: { valueOf: 5 } }].map(
    (claims) => `h.${part(claims)}.s`,
  ),
  `h.${Buffer.from('{"exp":1e999}').toString('base64url')}.s`,
])('gives nothing for %j', (token) => {
  expect(jwtExpiry(token)).toBeUndefined();
});

it('never throws, and gives a finite number or nothing', () => {
  const claims = fc
    .oneof(fc.json(), fc.string({ unit: 'binary' }))
    .map((text) => Buffer.from(text).toString('base64url'));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        claims.map((middle) => `h.${middle}.s`),
      ),
      (token) => {
        const expiry = jwtExpiry(token);
        expect(expiry === undefined || !Number.isNaN(expiry)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
