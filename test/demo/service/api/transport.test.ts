import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('transport of the service', () => {
  let service: OpenService;
  let token: string;
  const path = '/api/v3/profiles/profile-1002/balances';
  const TERMINATOR = '10.0.0.7';
  const ask = (host: string, scheme: string, address = path, from = TERMINATOR) =>
    service.send('GET', address, { token, from, headers: { Host: host, 'X-Forwarded-Proto': scheme } });

  beforeAll(async () => {
    service = await openService({ trustedHops: ['10.0.0.0/8'] });
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('http is refused without a redirect', async () => {
    expect((await ask('api.acme.example.com', 'https')).status).toBe(200);
    const refused = await ask('api.acme.example.com', 'http');
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('https') } });
    expect(refused.headers.get('location')).toBe(null);
  });

  it.each(['192.0.2.1', '127.0.0.1', '11.0.0.7', '::1'])(
    'X-Forwarded-Proto counts from a trusted hop, and not from %s',
    async (from) => {
      expect((await ask('api.acme.example.com', 'https', path, from)).status).toBe(400);
    },
  );

  it('http is allowed if host and connection are both loopback', async () => {
    const get = (host: string, from: string) =>
      service.send('GET', path, { token, from, headers: { Host: host } });
    expect((await get('127.0.0.1:4010', '127.0.0.1')).status).toBe(200);
    expect((await get('localhost:4010', '::1')).status).toBe(200);
    expect((await get('127.0.0.1:4010', '192.0.2.1')).status).toBe(400);
    expect((await get('127.0.0.1:4010', TERMINATOR)).status).toBe(400);
    expect((await get('api.acme.example.com', '127.0.0.1')).status).toBe(400);
  });

  it.each(['8443', '443'])('a port is refused, also %s', async (port) => {
    const refused = await ask(`api.acme.example.com:${port}`, 'https');
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('port') } });
  });

  it.each([
    ['a path without /api', path.replace('/api', '')],
    ['a path without a version', path.replace('/v3', '')],
    ['another version', path.replace('/v3', '/v4')],
    ['a segment in another case', path.replace('balances', 'Balances')],
    ['the version in another case', path.replace('/v3/', '/V3/')],
  ])('%s is answered with 404: %s', async (_, address) => {
    expect(await ask('api.acme.example.com', 'https', address)).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });
});
