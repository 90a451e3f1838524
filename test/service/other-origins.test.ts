import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, SHOP_ORIGIN, type OpenService } from '../support/service-open.ts';

describe('pages of other origins', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService({ shopOrigins: [SHOP_ORIGIN, 'https://shop.example'] });
  });
  afterAll(() => service.drop());

  const path = '/api/v3/rewards/definitions';
  const preflight = (origin: string) =>
    service.send('OPTIONS', path, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });

  it.each([SHOP_ORIGIN, 'https://shop.example'])(
    '%s may ask, and may read the answer, errors too',
    async (origin) => {
      const allowed = await preflight(origin);
      expect(allowed.status).toBe(204);
      expect(Object.fromEntries(allowed.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET,POST,PUT,DELETE',
        'access-control-allow-headers': 'Authorization,Content-Type,Accept,Idempotency-Key',
        'access-control-max-age': '3600',
        vary: expect.stringContaining('Origin'),
      });
      for (const target of [path, '/api/nowhere', '/api/v3/identities/search-profile/1002']) {
        const { headers } = await service.send('GET', target, { headers: { Origin: origin } });
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
        expect(headers.get('vary')).toBe('Origin');
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
    },
  );

  it.each([
    'https://shop.example.evil.example',
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://SHOP.example',
    'https://shop.example/',
    'https://sub.shop.example',
    'null',
    '*',
    '',
  ])('%j may not', async (origin) => {
    for (const { headers } of [
      await preflight(origin),
      await service.send('GET', path, { headers: { Origin: origin } }),
    ]) {
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.get('vary')).toContain('Origin');
    }
  });
});
