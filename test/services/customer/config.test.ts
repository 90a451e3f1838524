import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../src/services/customer/misconfiguration.ts';
import { readConfig, type LoyaltySettings } from '../../../src/services/customer/config.ts';
import { BASE_URL, settled } from '../../support/client-fetch.ts';
import { MISCONFIGURATIONS } from './misconfigurations.ts';
import { openLoyalty, SIGNATURE, SIGNED_IN } from '../../support/client-programme.ts';

describe('invalid settings', () => {
  it('are tested in at least 60 variants', () => {
    expect(new Set(MISCONFIGURATIONS.map(([wrong]) => wrong)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(MISCONFIGURATIONS)(
    '%s: refused, and the diagnostic names the setting',
    (_wrong, settings, named) => {
      expect(readConfig(settings)).toBeUndefined();
      const diagnostic = explain(settings);
      expect(diagnostic).toMatch(new RegExp(`\\b${named}\\b`));
      expect(diagnostic).toMatch(/\.$/);
    },
  );

  it.each(MISCONFIGURATIONS)(
    '%s: nothing is sent, and the console gets one message',
    async (_wrong, settings) => {
      const { loyalty, sent, console } = openLoyalty({}, settings);
      await expect(loyalty.profileId()).rejects.toMatchObject({ code: 'invalid_config' });
      await settled();
      expect(sent).toEqual([]);
      expect(console.error.mock.calls).toEqual([['loyalty-elements:', explain(settings)]]);
    },
  );

  it('have diagnostics that never contains a signature, a token or a secret', () => {
    const canary = 'canary secret';
    for (const secret of [
      { signature: canary },
      { token: canary },
      { customerId: undefined, signature: canary },
    ]) {
      expect(explain({ ...SIGNED_IN, ...secret })).not.toContain('canary');
    }
  });

  it('are reported one at a time', () => {
    const diagnostic = explain({ baseUrl: 'http://x', signature: 'x', exposed: 'secret' });
    expect(diagnostic).toContain('"secret"');
    expect(diagnostic).not.toContain('base-url');
  });
});

describe('valid settings', () => {
  const right: readonly [string, LoyaltySettings, object][] = [
    ['a guest', { baseUrl: BASE_URL }, { customer: { kind: 'guest' }, platform: '' }],
    [
      'a guest with a platform',
      { baseUrl: BASE_URL, platform: 'shop' },
      { customer: { kind: 'guest' }, platform: 'shop' },
    ],
    [
      'a guest by null',
      { baseUrl: BASE_URL, customerId: null, signature: null },
      { customer: { kind: 'guest' } },
    ],
    [
      'a guest by empty text',
      { baseUrl: BASE_URL, customerId: '', signature: '' },
      { customer: { kind: 'guest' } },
    ],
    [
      'a guest by an empty id with the signature of the empty text',
      { ...SIGNED_IN, customerId: '' },
      { customer: { kind: 'guest' } },
    ],
    ['a signed customer', SIGNED_IN, { customer: { kind: 'signed', id: '1001', signature: SIGNATURE } }],
    [
      'an id of 255 characters',
      { ...SIGNED_IN, customerId: 'é'.repeat(255) },
      { customer: { id: 'é'.repeat(255) } },
    ],
    ['an id of other signs', { ...SIGNED_IN, customerId: 'a/b?c#d \n' }, { customer: { id: 'a/b?c#d \n' } }],
    [
      'a token',
      { baseUrl: BASE_URL, token: 'a.b-c_d~e+/f==' },
      { customer: { kind: 'token', id: undefined } },
    ],
    [
      'a token and an id',
      { baseUrl: BASE_URL, token: 't', customerId: '7' },
      { customer: { kind: 'token', id: '7' } },
    ],
    [
      'a token before a signature',
      { ...SIGNED_IN, token: 't' },
      { customer: { kind: 'token', id: '1001', token: 't' } },
    ],
    ['a tenant', { tenant: 'acme', serviceDomain: 'example.com' }, { baseUrl: BASE_URL }],
    ['a base address before a tenant', { baseUrl: BASE_URL, tenant: '!' }, { baseUrl: BASE_URL }],
    ['no version', SIGNED_IN, { platformVersion: 'v1' }],
    ['a version', { ...SIGNED_IN, platformVersion: 'v2' }, { platformVersion: 'v2' }],
    ['a profile id', { ...SIGNED_IN, profileId: 'p/1' }, { profileId: 'p/1' }],
    ['an empty profile id', { ...SIGNED_IN, profileId: '' }, { profileId: undefined }],
    ['logging', { ...SIGNED_IN, logging: true }, { logging: true }],
    ['no logging', SIGNED_IN, { logging: false }],
  ];

  it.each(right)('%s: read, frozen, and nothing to explain', (_name, settings, expected) => {
    const config = readConfig(settings);
    expect(config).toMatchObject(expected);
    expect(Object.isFrozen(config)).toBe(true);
    expect(explain(settings)).toBeUndefined();
  });

  it('are not affected by later changes of the object', () => {
    const settings = { ...SIGNED_IN };
    const config = readConfig(settings);
    Object.assign(settings, { baseUrl: 'https://evil.example', customerId: '2' });
    expect(config).toMatchObject({ baseUrl: BASE_URL, customer: { id: '1001' } });
  });
});

it('settings are refused exactly if there is a diagnostic about them', () => {
  const setting = (...values: readonly (string | null)[]) =>
    fc.option(
      fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 5 }), fc.constant('a'.repeat(256))),
      {
        nil: undefined,
      },
    );
  const settings = fc.record(
    {
      baseUrl: setting(BASE_URL, 'http://localhost:4010/api', 'http://example.com', '', null),
      tenant: setting('acme', 'localhost', '', null),
      serviceDomain: setting('example.com', 'example.com:443', '', null),
      platform: setting('storefront', 'a/b', '', null),
      platformVersion: setting('v1', 'v2', '..', '', null),
      customerId: setting('1001', '', null),
      signature: setting(SIGNATURE, SIGNATURE.toUpperCase(), '', null),
      profileId: setting('p-1', '', null),
      token: setting('abc', 'a b', '', null),
      logging: fc.boolean(),
      exposed: fc.option(fc.constantFrom('token', ''), { nil: undefined, freq: 10 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<LoyaltySettings>;
  fc.assert(
    fc.property(settings, (some) => {
      expect(typeof explain(some)).toBe(readConfig(some) ? 'undefined' : 'string');
    }),
    { numRuns: 20_000 },
  );
});
