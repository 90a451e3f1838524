import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryOf, jwtExpiry } from '../../../src/services/transport/token-reply.ts';

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

describe('what an answer says beside its token', () => {
  const NOW = Date.UTC(2026, 4, 1, 12);
  const HOUR = 3_600_000;
  const SOFT = 600_000;

  it.each([
    ['RFC 3339', '2026-05-01T13:00:00Z', HOUR],
    ['RFC 3339 with an offset', '2026-05-01T15:00:00+02:00', HOUR],
    ['RFC 2822', 'Fri, 01 May 2026 13:00:00 GMT', HOUR],
    ['a day, good until its end in UTC', '2026-05-01', 12 * HOUR - 1_000],
    ['seconds', (NOW + HOUR) / 1_000, HOUR],
    ['seconds as text', String((NOW + HOUR) / 1_000), HOUR],
    ['milliseconds', NOW + HOUR, HOUR],
    ['milliseconds as text', String(NOW + HOUR), HOUR],
    ['a year', NOW + 365 * 24 * HOUR, 24 * HOUR],
    ['nothing', undefined, SOFT],
    ['no date', 'soon', SOFT],
    ['NaN', NaN, SOFT],
    ['1e400', Infinity, SOFT],
    ['the past', NOW - HOUR, SOFT],
    ['an object', { valueOf: () => NOW + HOUR }, SOFT],
  ])('G43 %s', (_form, expiry, lifetime) => {
    expect(expiryOf('opaque', expiry, NOW) - NOW).toBe(lifetime);
  });

  it('is stronger than the exp of a JWT', () => {
    const token = `h.${part({ exp: (NOW + HOUR) / 1_000 })}.s`;
    expect(expiryOf(token, NOW + 2 * HOUR, NOW) - NOW).toBe(2 * HOUR);
    expect(expiryOf(token, undefined, NOW) - NOW).toBe(HOUR);
  });

  it('A6 of 2,000 values none throws, and no token lives for ever', () => {
    const odd = fc.oneof(
      fc.anything(),
      fc.double(),
      fc.date({ noInvalidDate: true }).map(String),
      fc.string(),
    );
    fc.assert(
      fc.property(odd, fc.string(), fc.integer({ min: 0, max: 4e12 }), (expiry, token, now) => {
        const lifetime = expiryOf(token, expiry, now) - now;
        expect(lifetime).toBeGreaterThan(0);
        expect(lifetime).toBeLessThanOrEqual(24 * HOUR);
      }),
      { numRuns: 2_000 },
    );
  });
});
