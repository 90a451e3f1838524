import { describe, expect, it } from 'vitest';
import { bareHost, faultOfUrl, isPublic, resolve } from '../../../../demo/service/events/addresses.ts';

const NOT_PUBLIC = 'The address is not one of the public network.';

describe('isPublic', () => {
  /** Each network: the address before it, its first, its last, and the address after it. */
  it.each([
    ['', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['223.255.255.255', '224.0.0.0', '255.255.255.255', ''],
    ['', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['3ffe:ffff::', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ''],
    ['', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['2001:ffff::', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['3ffe:ffff::', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ])('accepts %s, refuses the network from %s to %s, and accepts %s', (before, first, last, after) => {
    expect([first, last].filter(isPublic)).toEqual([]);
    expect([before, after].filter((address) => address !== '' && !isPublic(address))).toEqual([]);
  });

  it.each(['::ffff:8.8.8.8', '64:ff9b::808:808', 'example.com', '', '1.2.3', '8.8.8.8 ', '[2606:4700::1]'])(
    'refuses %j',
    (address) => {
      expect(isPublic(address)).toBe(false);
    },
  );
});

describe('faultOfUrl', () => {
  it.each([
    'https://hooks.example.com/a?b=c',
    'http://hooks.example.com:8080/',
    'https://hooks.example.com./',
    'https://8.8.8.8/',
    'https://[2606:4700::1]:8443/',
    'https://localhost.example.com/',
    'https://xlocal.example/',
    'https://my-localhost.com/',
    'https://shop.local.example.com/',
  ])('accepts %s', (url) => {
    expect(faultOfUrl(url)).toBeUndefined();
  });

  it.each([
    'https://localhost/',
    'https://a.localhost/',
    'https://LOCALHOST./',
    'https://printer.local/',
    'https://db.internal/',
    'https://x.intranet/',
    'https://x.lan/',
    'https://x.home/',
    'https://x.corp/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://db.internal./',
    'https://router/',
    'https://router./',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://10.0.0.1./',
  ])('refuses %s, which is not public', (url) => {
    expect(faultOfUrl(url)).toBe(NOT_PUBLIC);
  });

  it.each(['https://me@hooks.example.com/', 'https://:secret@hooks.example.com/', 'https://me:x@10.0.0.1/'])(
    'refuses %s because of its credentials',
    (url) => {
      expect(faultOfUrl(url)).toBe('The address holds no user name and no password.');
    },
  );

  it.each(['ftp://hooks.example.com/', 'file:///etc/passwd', 'javascript:alert(1)'])(
    'refuses %s because of its scheme',
    (url) => {
      expect(faultOfUrl(url)).toBe('The address begins with https:// or http://.');
    },
  );
});

describe('bareHost and resolve', () => {
  it('removes the brackets of an IPv6 address, and converts names to lower case', () => {
    expect([bareHost('[::A]'), bareHost('Hooks.Example'), bareHost('a[b'), bareHost('a]b')]).toEqual([
      '::a',
      'hooks.example',
      'a[b',
      'a]b',
    ]);
  });

  it('returns all addresses of a name, and fails without any', async () => {
    expect(await resolve('127.0.0.1')).toEqual(['127.0.0.1']);
    await expect(resolve('name\0')).rejects.toThrow();
  });
});
