import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOfUrl, isPublic } from '../../../../demo/service/events/addresses.ts';
import { post } from '../../../../demo/service/events/post.ts';
import { addTarget, addWebhook } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { ownTime } from '../../../support/own-time.ts';

/** First and last addresses of networks that are not public, and some between. */
const privateV4 = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.1.2.3',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];
const privateV6 = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fc00::1',
  'fdff::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  '100::1',
  '3fff::1',
  'fec0::1',
];
const publicV4 = [
  '93.184.216.34',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '192.169.0.1',
  '11.0.0.0',
  '198.20.0.1',
];
const publicV6 = ['2606:4700::1111', '2a00:1450:4001::200e'];

/** Other notations of an address, which a check of the text could miss. */
function spellings(address: string): string[] {
  const parts = address.split('.').map(Number);
  const whole = parts.reduce((sum, part) => sum * 256 + part, 0);
  const hex = (value: number) => value.toString(16);
  return [
    address,
    String(whole),
    `0x${hex(whole)}`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `0x${hex(part)}`).join('.'),
    `${parts[0]}.${((parts[1] ?? 0) << 16) + ((parts[2] ?? 0) << 8) + (parts[3] ?? 0)}`,
    `${address}.`,
    `[::ffff:${address}]`,
    `[::ffff:${hex((whole / 65_536) | 0)}:${hex(whole % 65_536)}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    address.replace('.', '%2e'),
    address.replaceAll('.', '。'),
  ];
}

const hosts = [
  ...privateV4.flatMap(spellings),
  ...privateV6.map((address) => `[${address}]`),
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'db.internal',
  'router',
  'x.lan',
  'metadata.google.internal',
  'intranet',
  '1.0.0.127.in-addr.arpa',
  'ｌocalhost',
];
const vectors = hosts.flatMap((host) => [`http://${host}/`, `https://${host}:8443/x?y=z`]);

describe('webhook addresses that are not public', () => {
  let service: OpenService;
  let token: string;
  let named: string[] = [];
  beforeAll(async () => {
    service = await openService({ resolve: async () => named });
    token = await service.machineToken();
  });
  afterAll(() => service.drop());
  const save = (url: string) =>
    service.call(addWebhook, { token, body: { trigger: 'a', namespace: 'n', url } });

  it(`are refused by their text, in ${vectors.length} spellings; public addresses are accepted`, () => {
    const parsed = vectors.filter((url) => URL.canParse(url));
    expect(vectors.length).toBeGreaterThan(500);
    expect(parsed.filter((url) => faultOfUrl(url) === undefined)).toEqual([]);
    for (const address of publicV4) expect(faultOfUrl(`https://${address}/`)).toBeUndefined();
    for (const address of publicV6) expect(faultOfUrl(`https://[${address}]/`)).toBeUndefined();
    expect(faultOfUrl('https://hooks.example.com:8443/')).toBeUndefined();
    expect(faultOfUrl('https://me:secret@hooks.example.com/')).toMatch(/password/);
  });

  it('are refused with 422 and the reason when a webhook or target is saved', async () => {
    named = ['93.184.216.34'];
    expect((await save('https://hooks.example.com/')).status).toBe(200);
    for (const url of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://[::ffff:10.0.0.1]/',
      'http://localhost/',
    ]) {
      expect(await save(url)).toMatchObject({
        status: 422,
        body: { errors: { url: ['The address is not one of the public network.'] } },
      });
    }
    const body = { name: 'T', type: 'webhook', url: 'https://127.0.0.1/' };
    expect((await service.call(addTarget, { token, body })).status).toBe(422);
  });

  it('are refused when a host name resolves to one of them, even together with a public one', async () => {
    for (const answer of [['10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']]) {
      named = answer;
      expect((await save('https://hooks.example.com/')).status, String(answer)).toBe(422);
    }
  });

  it('are refused when a webhook or target is edited', async () => {
    named = ['93.184.216.34'];
    const { editWebhook } = await import('../../../../src/services/contract/endpoints/index.ts');
    const { id } = (await save('https://hooks.example.com/')).body.data;
    const path = { webhook: String(id) };
    const edit = (url: string) => service.call(editWebhook, { token, path, body: { url } });
    expect((await edit('http://169.254.169.254/latest')).status).toBe(422);
  });
});

describe('request to a webhook address', () => {
  let connections = 0;
  const server = createServer((_, response) => void response.end());
  let port = 0;
  beforeAll(async () => {
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  it.each([
    ['a private address', () => `http://127.0.0.1:${port}/`, ['93.184.216.34']],
    ['a name of a private address', () => `http://hooks.example.com:${port}/`, ['127.0.0.1']],
    [
      'a name of a public and a private address',
      () => `http://hooks.example.com:${port}/`,
      ['93.184.216.34', '127.0.0.1'],
    ],
    ['a name of an IPv4-mapped address', () => `http://hooks.example.com:${port}/`, ['::ffff:127.0.0.1']],
    ['a name without an address', () => `http://hooks.example.com:${port}/`, []],
  ])('opens no connection to a private network: %s', async (_, url, addresses) => {
    const before = connections;
    const answer = await post(url(), {}, '{}', { resolve: async () => addresses });
    expect(answer).toMatchObject({ status: null, error: expect.stringMatching(/public network|no address/) });
    expect(connections).toBe(before);
  });

  it('resolves the host name once: a later DNS reply has no effect', async () => {
    let asked = 0;
    // The first reply is accepted; the second would lead to the server of this test.
    const rebinding = async () => (asked++ === 0 ? ['192.0.2.255'] : ['127.0.0.1']);
    const before = connections;
    await post(`http://hooks.example.com:${port}/`, {}, '{}', {
      resolve: rebinding,
      allowPrivate: true,
      timeoutMs: 300,
    });
    expect(asked).toBe(1);
    expect(connections).toBe(before);
  });

  it('twin: without the guard the request is sent', async () => {
    const before = connections;
    const answer = await post(`http://hooks.example.com:${port}/`, {}, '{}', {
      resolve: async () => ['127.0.0.1'],
      allowPrivate: true,
    });
    expect(answer).toMatchObject({ status: 200, error: null });
    expect(connections).toBe(before + 1);
  });

  it('times out for a server that sends nothing or never stops sending', async () => {
    const silent = createServer(() => {});
    const endless = createServer((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(20_000)), 5);
      response.on('close', () => clearInterval(timer));
    });
    for (const [one, error] of [
      [silent, 'no answer in time'],
      [endless, null],
    ] as const) {
      await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(one.address() as AddressInfo).port}/`;
      const time = await ownTime(async () => {
        const answer = await post(url, {}, '{}', { allowPrivate: true, timeoutMs: 1_000 });
        if (error) expect(answer.error).toContain(error);
        else expect(answer.status).toBe(200);
      });
      expect(time).toBeLessThan(3_000);
      one.closeAllConnections();
      one.close();
    }
  });

  it('recognises public addresses', () => {
    for (const address of [...privateV4, ...privateV6]) expect(isPublic(address), address).toBe(false);
    for (const address of [...publicV4, ...publicV6]) expect(isPublic(address), address).toBe(true);
    expect(isPublic('hooks.example.com')).toBe(false);
  });
});
