import { describe, expect, it } from 'vitest';
import { readConfig, readPaths, type LoyaltySettings } from '../../../src/services/customer/config.ts';

const SIGNATURE = 'a'.repeat(64);
const signed: LoyaltySettings = {
  baseUrl: 'https://api.acme.example.com/api',
  platform: 'shopify',
  customerId: '42',
  signature: SIGNATURE,
};

describe('readConfig', () => {
  it('returns the settings of a signed-in customer, with defaults', () => {
    expect(readConfig(signed)).toEqual({
      baseUrl: 'https://api.acme.example.com/api',
      customer: { kind: 'signed', id: '42', signature: SIGNATURE, signedAt: undefined, consent: undefined },
      platform: 'shopify',
      platformVersion: 'v1',
      profileId: undefined,
      paths: {},
      cache: 'shared',
      owner: 'https://api.acme.example.com/api shopify/v1 42',
      logging: false,
      snapshot: true,
    });
  });

  it.each([
    [{ snapshot: 'off' }, false],
    [{ cache: 'memory' }, false],
    [{ snapshot: 'on', cache: 'tab' }, true],
  ] as const)('with %j uses snapshots: %s', (settings, snapshot) => {
    expect(readConfig({ ...signed, ...settings })?.snapshot).toBe(snapshot);
  });

  it.each(['customers', 'device', '', null, undefined] as const)('takes the wishlist %j', (wishlist) => {
    expect(readConfig({ ...signed, wishlist: wishlist as 'device' })).toMatchObject({ platform: 'shopify' });
  });

  it.each(['devices', 'a device', 'customers device'])('refuses the wishlist %j', (wishlist) => {
    expect(readConfig({ ...signed, wishlist: wishlist as 'device' })).toBeUndefined();
  });

  it.each(['no', 'an on', 'on and off'])('refuses the snapshot %j', (snapshot) => {
    expect(readConfig({ ...signed, snapshot: snapshot as 'off' })).toBeUndefined();
  });

  it.each(['none', 'a shared', 'shared by tabs'])('refuses the cache %j', (cache) => {
    expect(readConfig({ ...signed, cache: cache as 'tab' })).toBeUndefined();
  });

  it('takes the tenant file of a page without a proxy', () => {
    const tenantFile = { name: 'acme' };
    expect(readConfig({ ...signed, tenantFile })?.tenantFile).toBe(tenantFile);
    expect(readConfig({ ...signed, tenantFile: null })?.tenantFile).toBeUndefined();
    expect(readConfig({ proxyUrl: 'https://proxy.example.com', tenantFile })?.tenantFile).toBeUndefined();
  });

  it('returns the time of the signature, the consent and the cache mode', () => {
    const config = readConfig({ ...signed, signedAt: '1700000000', consent: true, cache: 'tab' });
    expect(config).toMatchObject({ customer: { signedAt: '1700000000', consent: true }, cache: 'tab' });
  });

  it.each(['x1', '1x', '-1', '1.5', ' 1'])('refuses %j as the time of a signature', (signedAt) => {
    expect(readConfig({ ...signed, signedAt })).toBeUndefined();
  });

  it('returns no owner for a guest', () => {
    expect(readConfig({ baseUrl: signed.baseUrl })).toMatchObject({ customer: { kind: 'guest' } });
    expect(readConfig({ baseUrl: signed.baseUrl })?.owner).toBeUndefined();
  });

  it('accepts a proxy without a customer, and refuses one with', () => {
    const proxyUrl = 'https://proxy.example.com';
    expect(readConfig({ proxyUrl })).toMatchObject({ baseUrl: proxyUrl, customer: { kind: 'proxy' } });
    expect(readConfig({ proxyUrl })?.owner).toBeUndefined();
    expect(readConfig({ proxyUrl, customerId: '42' })).toBeUndefined();
    expect(readConfig({ proxyUrl, signature: SIGNATURE })).toBeUndefined();
    expect(readConfig({ proxyUrl, token: 'abc' })).toBeUndefined();
  });
});

describe('readConfig with a proof', () => {
  const proxyUrl = 'https://proxy.example.com';
  const proof = () => Promise.resolve('token');

  it.each(['', '/proof', proof])('takes a customer whom the shop proves by %j', (given) => {
    const config = readConfig({ proxyUrl, proof: given, customerId: '42' });
    expect(config?.customer).toEqual({ kind: 'proven', id: '42', proof: given });
    expect(config?.owner).toContain(' 42');
  });

  it('takes a page without a customer as that of a guest', () => {
    expect(readConfig({ proxyUrl, proof: '' })?.customer).toEqual({ kind: 'guest' });
  });

  it.each([null, undefined])('takes %j as none', (none) => {
    expect(readConfig({ proxyUrl, proof: none })?.customer).toEqual({ kind: 'proxy' });
    expect(readConfig({ ...signed, proof: none })?.customer.kind).toBe('signed');
  });

  it.each([
    ['no proxy', { ...signed, proof: '' }],
    ['a signature', { proxyUrl, proof: '', customerId: '42', signature: SIGNATURE }],
    ['a token', { proxyUrl, proof: '', customerId: '42', token: 'abc' }],
    ['a base address beside the proxy', { ...signed, signature: undefined, proxyUrl, proof: '' }],
  ])('refuses %s', (_, settings: LoyaltySettings) => {
    expect(readConfig(settings)).toBeUndefined();
  });
});

describe('readPaths', () => {
  it.each(['/v3/a', '/v3/profiles/{profile}/wallet', '/v3/a.b/~c/d-e_f', '/v3/.well-known', '/v3/...'])(
    'takes %s',
    (path) => {
      expect(readPaths({ paths: { 'profiles.balances.show': path } })).toEqual({
        'profiles.balances.show': path,
      });
    },
  );

  it.each([
    '',
    '/',
    'v3/a',
    'x/v3/a',
    '/v3/a?b',
    '/v3//a',
    '/v3/a b',
    '/v3/./a',
    '/v3/../a',
    '/v3/.',
    '/v3/..',
    '/v3/{}',
    '/v3/{a-b}',
    '/v3/%2e',
  ])('refuses %j', (path) => {
    expect(readPaths({ paths: { one: '/v3/a', other: path } })).toBeUndefined();
  });
});
