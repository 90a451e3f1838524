import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, serviceAddress } from '../../../src/services/transport/address.ts';
import { HOSTILE_ADDRESSES } from './hostile-addresses.ts';
import { openLoyalty, SIGNED_IN } from '../../support/client-programme.ts';
import { settled } from '../../support/client-fetch.ts';
import { processorTime } from '../../support/own-time.ts';

const RIGHT = 'https://api.acme.example.com/api';

describe('readAddress', () => {
  it('at least 300 hostile spellings are tested', () => {
    expect(new Set(Object.values(HOSTILE_ADDRESSES).flat()).size).toBeGreaterThanOrEqual(300);
  });

  it.each(Object.entries(HOSTILE_ADDRESSES))('refuses %s', (_reason, addresses) => {
    expect(addresses.filter((address) => readAddress(address) !== undefined)).toEqual([]);
  });

  it('sends nothing to any of them', async () => {
    let sent = 0;
    for (const baseUrl of Object.values(HOSTILE_ADDRESSES).flat()) {
      const opened = openLoyalty({}, { ...SIGNED_IN, baseUrl });
      await expect(opened.loyalty.profileId()).rejects.toMatchObject({ code: 'invalid_config' });
      sent += opened.sent.length;
    }
    await settled();
    expect(sent).toBe(0);
  });

  it.each([
    'https://example.com',
    'https://api.acme.example.com',
    'https://API.Acme.Example.COM/Api',
    'https://xn--caf-dma.example.com/api',
    'https://a-b.c--d.example.museum/x/y_z/1.2~3-4',
    'https://127.0.0.1.example.com/api',
    'https://localhost.example.com/api',
    `https://${'a'.repeat(63)}.example.com`,
  ])('takes %s', (address) => {
    expect(readAddress(address)).toBe(address);
  });

  it.each(['http', 'https'])('accepts only loopback hosts with any port over %s', (scheme) => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      for (const end of ['', ':1', ':4010', ':65535', '/api', ':4010/api']) {
        expect(readAddress(`${scheme}://${host}${end}`)).toBe(`${scheme}://${host}${end}`);
      }
    }
  });

  it('drops one trailing slash, so that no URL has a double slash', () => {
    expect(readAddress(`${RIGHT}/`)).toBe(RIGHT);
    expect(readAddress('https://example.com/')).toBe('https://example.com');
  });

  it('URL parses an accepted address without changing it', () => {
    const signs = [...'abz019-._~/:@?#[]%\\ \t\n*！．。／：＠'];
    const spelling = fc.oneof(
      fc
        .tuple(fc.nat(RIGHT.length), fc.nat(3), fc.string({ unit: fc.constantFrom(...signs), maxLength: 4 }))
        .map(([at, cut, text]) => RIGHT.slice(0, at) + text + RIGHT.slice(at + cut)),
      fc.string({ unit: fc.constantFrom(...signs), maxLength: 40 }).map((text) => `https://${text}`),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    fc.assert(
      fc.property(spelling, (address) => {
        const read = readAddress(address);
        if (read === undefined) return;
        const { protocol, hostname, port, username, password, search, hash, pathname } = new URL(read);
        expect({ protocol, port, username, password, search, hash }).toEqual({
          protocol: 'https:',
          port: '',
          username: '',
          password: '',
          search: '',
          hash: '',
        });
        const written = /^https:\/\/([^/]*)(.*)$/i.exec(read);
        expect(hostname).toBe(written?.[1]?.toLowerCase());
        expect(pathname).toBe(written?.[2] || '/');
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['labels', (length: number) => `https://${'a.'.repeat(length)}`],
    ['letters', (length: number) => `https://${'a'.repeat(length)}!`],
    ['hyphens', (length: number) => `https://a${'-'.repeat(length)}`],
    ['segments', (length: number) => `${RIGHT}${'/a'.repeat(length)}!`],
    ['slashes', (length: number) => `${RIGHT}${'/'.repeat(length)}`],
    ['dots', (length: number) => `${RIGHT}/${'.'.repeat(length)}!`],
    ['digits', (length: number) => `http://127.0.0.1:${'1'.repeat(length)}`],
  ])('long %s are refused in linear time', async (_name, long) => {
    const time = await processorTime(() => {
      for (const length of [100, 900, 1_900, 100_000, 1_000_000])
        expect(readAddress(long(length))).toBeUndefined();
    });
    expect(time).toBeLessThan(500);
  });
});

describe('serviceAddress', () => {
  it('is the base address where there is one, also beside a tenant', () => {
    const tenant = { tenant: 'other', serviceDomain: 'example.com' };
    expect(serviceAddress({ baseUrl: `${RIGHT}/`, ...tenant })).toBe(RIGHT);
    expect(serviceAddress({ baseUrl: 'http://acme.example.com/api', ...tenant })).toBeUndefined();
  });

  it.each([undefined, null, ''])('takes the base address %j as none', (baseUrl) => {
    expect(serviceAddress({ baseUrl, tenant: 'acme', serviceDomain: 'example.com' })).toBe(RIGHT);
    expect(serviceAddress({ baseUrl, tenant: baseUrl, serviceDomain: 'example.com' })).toBeUndefined();
    expect(serviceAddress({ baseUrl, tenant: 'acme', serviceDomain: baseUrl })).toBeUndefined();
  });

  it('consists of https, api, tenant, service domain and /api', () => {
    expect(serviceAddress({ tenant: 'acme', serviceDomain: 'example.com' })).toBe(RIGHT);
    expect(serviceAddress({ tenant: '1234.manager.example.com', serviceDomain: 'eu.example.com' })).toBe(
      'https://api.1234.eu.example.com/api',
    );
  });

  it.each([
    'acme.manager.example.com',
    'https://acme.manager.example.com/x',
    'https://acme.manager.example.com',
  ])('the tenant is the first label of the manager host %s', (host) =>
    expect(serviceAddress({ tenant: host, serviceDomain: 'example.com' })).toBe(RIGHT),
  );

  it.each([
    '',
    '.',
    '..',
    '/',
    'localhost',
    'LOCALHOST',
    'localhost:8080',
    'https://localhost/x',
    'http://acme.example.com',
    '127.0.0.1',
    '10.0.0.1/x',
    'https://10.0.0.1',
    '10.0.0.1:8443',
    'https://10.0.0.1:8443/x',
    '[::1]',
    '[::1]:80',
    'ac me',
    'acme@evil',
    'ac:me',
    'acmé',
    '-acme',
    'acme-',
    '.acme',
    'https://',
    'https:///acme',
    'ac_me',
    'a'.repeat(64),
  ])('refuses the tenant %j', (tenant) => {
    expect(serviceAddress({ tenant, serviceDomain: 'example.com' })).toBeUndefined();
  });

  it.each([
    '',
    '.',
    'com.',
    '.com',
    'example.com:443',
    'example.com/',
    'example.com/x',
    'example.com?x',
    'example.com#x',
    'https://example.com',
    'user@example.com',
    'exam ple.com',
    'example.com\\',
    'example．com',
    'example.com/..',
    '1.2',
  ])('refuses the service domain %j', (serviceDomain) => {
    expect(serviceAddress({ tenant: 'acme', serviceDomain })).toBeUndefined();
  });

  it('any accepted text gives an address of this form', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'ab1-._/:@?# \\%é'), maxLength: 12 });
    fc.assert(
      fc.property(odd, odd, (tenant, serviceDomain) => {
        const address = serviceAddress({ tenant, serviceDomain });
        if (address !== undefined) expect(address).toMatch(/^https:\/\/api\.[a-z\d-]+(\.[a-z\d-]+)+\/api$/);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('base address and path', () => {
  it('a call keeps the /api of the base address', async () => {
    const { loyalty, sent } = openLoyalty({}, { ...SIGNED_IN, baseUrl: `${RIGHT}/` });
    await loyalty.profileId();
    expect(sent.map(({ url }) => url)).toEqual([
      `${RIGHT}/storefront/api/v1/auth/token`,
      `${RIGHT}/v3/identities/search-profile/1001`,
    ]);
  });
});
