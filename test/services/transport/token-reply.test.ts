import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expiryOf,
  jwtExpiry,
  readGrant,
  TOKEN_LIFETIME_MS,
} from '../../../src/services/transport/token-reply.ts';
import {
  SOFT_LIFETIME_MS,
  EXPIRY_MARGIN_MS,
  LIFETIME_CAP_MS,
} from '../../../src/services/transport/tokens.ts';

const part = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString('base64url');

it('reads exp in milliseconds', () => {
  expect(jwtExpiry(`h.${part({ exp: 1_800_000_000 })}.s`)).toBe(1_800_000_000_000);
  expect(jwtExpiry(`h.${part({ exp: 1.5 })}.s`)).toBe(1_500);
});

it('reads base64url, and claims in any language', () => {
  const claims = { exp: 5, sub: 'ÿ~?>é☃𝄞', more: '???>>>~~~' };
  expect(part(claims)).toMatch(/[-_]/);
  expect(jwtExpiry(`h.${part(claims)}.s`)).toBe(5_000);
});

it.each([
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
  ...[{}, { exp: '5' }, { exp: null }, { exp: [5] }, { exp: true }, { exp: { valueOf: 5 } }].map(
    (claims) => `h.${part(claims)}.s`,
  ),
  `h.${Buffer.from('{"exp":1e999}').toString('base64url')}.s`,
])('gives nothing for %j', (token) => {
  expect(jwtExpiry(token)).toBeUndefined();
});

it('never throws, and returns a finite number or nothing', () => {
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

describe('expiry beside the token', () => {
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
  ])('is read from %s', (_form, expiry, lifetime) => {
    expect(expiryOf('opaque', expiry, NOW) - NOW).toBe(lifetime);
  });

  it('has priority over the exp of a JWT', () => {
    const token = `h.${part({ exp: (NOW + HOUR) / 1_000 })}.s`;
    expect(expiryOf(token, NOW + 2 * HOUR, NOW) - NOW).toBe(2 * HOUR);
    expect(expiryOf(token, undefined, NOW) - NOW).toBe(HOUR);
  });

  it('never throws for 2,000 values, and limits every lifetime', () => {
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

describe('expiryOf at its limits', () => {
  const NOW = Date.UTC(2026, 0, 1);
  const expiry = (value: unknown) => expiryOf('opaque', value, NOW);

  it('accepts an expiry after the margin, and none before', () => {
    expect(expiry(NOW + EXPIRY_MARGIN_MS + 1)).toBe(NOW + EXPIRY_MARGIN_MS + 1);
    expect(expiry(NOW + EXPIRY_MARGIN_MS)).toBe(NOW + SOFT_LIFETIME_MS);
  });

  it('reads seconds with decimals', () => {
    const seconds = NOW / 1_000 + 300;
    expect(expiry(`${seconds}.25`)).toBe(seconds * 1_000 + 250);
  });

  it('reads 1e11 as milliseconds, and what is below as seconds', () => {
    expect(expiry(1e11)).toBe(NOW + SOFT_LIFETIME_MS);
    expect(expiry(1e11 - 1)).toBe(NOW + LIFETIME_CAP_MS);
  });

  it('reads a day as its end, and a year of six digits as a time', () => {
    expect(expiry('2026-01-01')).toBe(NOW + 86_399_000);
    // Midnight is now, and so no expiry.
    expect(expiry('+002026-01-01')).toBe(NOW + SOFT_LIFETIME_MS);
  });

  it('ignores an array', () => {
    expect(expiry(['2026-01-02'])).toBe(NOW + SOFT_LIFETIME_MS);
    expect(expiry([NOW + 3_600_000])).toBe(NOW + SOFT_LIFETIME_MS);
  });
});

it('a token of the proxy is valid for one hour', () => {
  expect(TOKEN_LIFETIME_MS).toBe(3_600_000);
});

describe('readGrant', () => {
  it.each([
    ['access_token', { access_token: 'a', data: { token: 'b' }, token: 'c' }, 'a'],
    ['data.token', { access_token: '', data: { token: 'b' }, token: 'c' }, 'b'],
    ['token', { access_token: 1, token: 'c' }, 'c'],
    ['nothing', { data: { token: null } }, undefined],
    ['nothing of a reply that is no object', 'a', undefined],
  ])('reads the token from %s', (_, reply, token) => {
    expect(readGrant(reply).token).toBe(token);
  });

  it.each([
    [3600, 3_600_000],
    ['60', 60_000],
    [0, undefined],
    [-1, undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads expires_in %j as %j milliseconds', (expires_in, lifetimeMs) => {
    expect(readGrant({ access_token: 'a', expires_in }).lifetimeMs).toBe(lifetimeMs);
  });
});
