import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '../support/service-open.ts';

describe('the address of the service', () => {
  let service: OpenService;
  let token: string;
  const path = '/api/v3/profiles/profile-1002/balances';
  const ask = (host: string, scheme: string, address = path) =>
    service.send('GET', address, { token, headers: { Host: host, 'X-Forwarded-Proto': scheme } });

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('R1: is https alone: what comes without is refused, and led nowhere', async () => {
    expect((await ask('api.acme.example.com', 'https')).status).toBe(200);
    const refused = await ask('api.acme.example.com', 'http');
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('https') } });
    expect(refused.headers.get('location')).toBe(null);
  });

  it.each(['8443', '443'])('R2: has no port, not even %s', async (port) => {
    const refused = await ask(`api.acme.example.com:${port}`, 'https');
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('port') } });
  });

  it.each([
    ['R3, R5', path.replace('/api', '')],
    ['R6, R117', path.replace('/v3', '')],
    ['R117', path.replace('/v3', '/v4')],
    ['R50', path.replace('balances', 'Balances')],
    ['R50', path.replace('/v3/', '/V3/')],
  ])('%s: nothing answers at %s', async (_, address) => {
    expect(await ask('api.acme.example.com', 'https', address)).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });
});
