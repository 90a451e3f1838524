import { describe, expect, it } from 'vitest';
import { edgeArrival, limitKeyOf } from '../../../src/proxy/guard/arrival.ts';
import { nodeArrival } from '../../../src/proxy/guard/node-arrival.ts';

describe('limitKeyOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:10.20.30.40', '10.20.30.40'],
    ['::ffff:203.0.113.7:1', '0:0:0:0::/64'],
    ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::A', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0000:00a0::1', '2001:db8:0:a0::/64'],
    ['2001:db8:5::7:8', '2001:db8:5:0::/64'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['::5:6:7:8', '0:0:0:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80:1:2:3:4:5:6:7%a::b', 'fe80:1:2:3::/64'],
    ['1:2', '1:2::/64'],
    ['1::2:3', '1:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('counts %s as %s', (address, key) => {
    expect(limitKeyOf(address)).toBe(key);
  });
});

describe('edgeArrival', () => {
  const arrive = (url: string, headers: Record<string, string> = {}, addressHeader?: string) =>
    edgeArrival({ addressHeader })(new Request(url, { headers }), undefined);

  it.each([
    ['https://proxy.example/login', true],
    ['http://proxy.example/login', false],
    ['http://localhost:4020/login', true],
    ['http://127.0.0.1/login', true],
    ['http://[::1]:4020/login', true],
    ['http://localhost.example/login', false],
    ['http://my-localhost/login', false],
    ['http://127.0.0.1.example/login', false],
    ['http://127.0.0.12/login', false],
    ['http://127a0b0c1/login', false],
    ['ftp://proxy.example/login', false],
  ])('reports %s as secure: %s', (url, secure) => {
    expect(arrive(url)).toEqual({ address: 'unknown', secure });
  });

  it('reads the address from the header that the settings name, and from no other', () => {
    const headers = { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' };
    expect(arrive('https://proxy.example/', headers, 'CF-Connecting-IP').address).toBe('203.0.113.7');
    expect(arrive('https://proxy.example/', headers).address).toBe('unknown');
    const withPort = { 'cloudfront-viewer-address': '203.0.113.7:46532' };
    expect(arrive('https://proxy.example/', withPort, 'cloudfront-viewer-address').address).toBe(
      '203.0.113.7',
    );
    expect(arrive('https://proxy.example/', {}, 'cf-connecting-ip').address).toBe('unknown');
  });
});

describe('nodeArrival', () => {
  const HOPS = ['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '2001:db8::9'];
  interface Incoming {
    readonly peer?: string;
    readonly forwarded?: string;
    readonly scheme?: string;
    readonly encrypted?: boolean;
  }
  function arrive({ peer, forwarded, scheme, encrypted }: Incoming, hops: readonly string[] = HOPS) {
    const headers = {
      ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }),
      ...(scheme !== undefined && { 'X-Forwarded-Proto': scheme }),
    };
    const socket = { remoteAddress: peer, ...(encrypted && { encrypted: true }) };
    return nodeArrival(hops)(new Request('http://proxy.example/', { headers }), { incoming: { socket } });
  }

  it.each<[what: string, incomingRequest: Incoming, address: string, secure: boolean]>([
    [
      'a client behind a hop',
      { peer: '10.1.2.3', forwarded: '203.0.113.7', scheme: 'https' },
      '203.0.113.7',
      true,
    ],
    [
      'a hop set as one address',
      { peer: '192.0.2.1', forwarded: '203.0.113.7', scheme: ' https ' },
      '203.0.113.7',
      true,
    ],
    [
      'an IPv6 hop in a network',
      { peer: 'fd00::5', forwarded: '2001:db8::1', scheme: 'https' },
      '2001:db8::1',
      true,
    ],
    [
      'an IPv6 hop set as one address',
      { peer: '2001:db8::9', forwarded: '203.0.113.7', scheme: 'https' },
      '203.0.113.7',
      true,
    ],
    [
      'a hop as an IPv4-mapped IPv6 address',
      { peer: '::ffff:10.1.2.3', forwarded: '::ffff:203.0.113.7', scheme: 'https' },
      '203.0.113.7',
      true,
    ],
    [
      'two hops, and an address that the client wrote itself',
      { peer: '10.1.2.3', forwarded: '1.1.1.1, 203.0.113.7 ,10.9.9.9', scheme: 'https' },
      '203.0.113.7',
      true,
    ],
    [
      'a client with its port',
      { peer: '10.1.2.3', forwarded: '203.0.113.7:4711', scheme: 'https' },
      '203.0.113.7',
      true,
    ],
    [
      'a client of IPv6 with its port, before a hop with its own',
      { peer: '10.1.2.3', forwarded: '1.1.1.1, [2001:db8::1]:443, 10.9.9.9:80', scheme: 'https' },
      '2001:db8::1',
      true,
    ],
    [
      'a client of IPv6 in brackets',
      { peer: '10.1.2.3', forwarded: '[2001:DB8::1]', scheme: 'https' },
      '2001:DB8::1',
      true,
    ],
    [
      'a hop that writes no address',
      { peer: '10.1.2.3', forwarded: '[1.2.3.4:80', scheme: 'https' },
      '10.1.2.3',
      true,
    ],
    [
      'a chain of hops without a client',
      { peer: '10.1.2.3', forwarded: '10.4.4.4', scheme: 'https' },
      '10.1.2.3',
      true,
    ],
    ['a hop that sends no X-Forwarded-For', { peer: '10.1.2.3', scheme: 'https' }, '10.1.2.3', true],
    [
      'a hop whose X-Forwarded-For is no address',
      { peer: '10.1.2.3', forwarded: 'unknown', scheme: 'https' },
      '10.1.2.3',
      true,
    ],
    [
      'a client over http behind a hop',
      { peer: '10.1.2.3', forwarded: '203.0.113.7', scheme: 'http' },
      '203.0.113.7',
      false,
    ],
    [
      'a hop that sends no X-Forwarded-Proto',
      { peer: '10.1.2.3', forwarded: '203.0.113.7' },
      '203.0.113.7',
      false,
    ],
    [
      'a client over http behind a hop over TLS',
      { peer: '10.1.2.3', scheme: 'http', encrypted: true },
      '10.1.2.3',
      false,
    ],
    [
      'a client that is no hop and sends X-Forwarded-For',
      { peer: '203.0.113.9', forwarded: '1.1.1.1', scheme: 'https' },
      '203.0.113.9',
      false,
    ],
    [
      'a client that is no hop, over TLS',
      { peer: '203.0.113.9', forwarded: '1.1.1.1', encrypted: true },
      '203.0.113.9',
      true,
    ],
    ['the address after that of a hop', { peer: '192.0.2.2', scheme: 'https' }, '192.0.2.2', false],
    ['a loopback address', { peer: '127.0.0.1' }, '127.0.0.1', true],
    ['another loopback address', { peer: '127.5.0.1' }, '127.5.0.1', true],
    ['a loopback address, IPv4-mapped', { peer: '::ffff:127.0.0.1' }, '127.0.0.1', true],
    ['the loopback address of IPv6', { peer: '::1' }, '::1', true],
    [
      'a loopback address that is no hop and sends X-Forwarded-For',
      { peer: '127.0.0.1', forwarded: '203.0.113.7' },
      '127.0.0.1',
      false,
    ],
    [
      'a loopback address that is no hop and sends X-Forwarded-Proto',
      { peer: '127.0.0.1', scheme: 'https' },
      '127.0.0.1',
      false,
    ],
    [
      'the loopback address of IPv6 that is no hop and sends X-Forwarded-For',
      { peer: '::1', forwarded: '203.0.113.7' },
      '::1',
      false,
    ],
    ['an address that only begins like a loopback address', { peer: '12.7.0.1' }, '12.7.0.1', false],
    ['a closed socket', {}, 'unknown', false],
  ])('reads %s', (_, incomingRequest, address, secure) => {
    expect(arrive(incomingRequest)).toEqual({ address, secure });
  });

  it('trusts no header where the settings have no hop', () => {
    expect(arrive({ peer: '10.1.2.3', forwarded: '1.1.1.1', scheme: 'https' }, [])).toEqual({
      address: '10.1.2.3',
      secure: false,
    });
  });

  it.each(['10.0.0.0/1', '10.0.0.0/32', 'fd00::/1', 'fd00::/128', '10.0.0.7', 'fd00::7'])(
    'accepts %s as a hop',
    (hop) => {
      expect(() => nodeArrival([hop])).not.toThrow();
    },
  );

  it.each([
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/1.5',
    '10.0.0.0/',
    '10.0.0.0/0x8',
    '10.0.0.0/1e1',
    '10.0.0.0/ 8',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    'fd00::/129',
    'proxy.example',
    '/8',
    '',
  ])('refuses %s as a hop, with a valid example', (hop) => {
    expect(() => nodeArrival([hop])).toThrow(`"${hop}" is not an address or a network such as 10.0.0.0/8`);
  });
});
