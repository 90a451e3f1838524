import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, SHOP_ORIGIN, type OpenService } from '../../../support/service-open.ts';

describe('pages of other origins', () => {
  let service: OpenService;
  const PAGE = 'http://localhost:5173';
  const refused: string[] = [];
  beforeAll(async () => {
    service = await openService({
      shopOrigins: [SHOP_ORIGIN, 'https://shop.example'],
      pageOrigins: [PAGE],
      onRefusedOrigin: (origin) => refused.push(origin),
    });
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

  it.each([SHOP_ORIGIN, 'https://shop.example', PAGE])(
    '%s may send requests and read responses, errors included',
    async (origin) => {
      const allowed = await preflight(origin);
      expect(allowed.status).toBe(204);
      expect(Object.fromEntries(allowed.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET,POST,PUT,DELETE',
        'access-control-allow-headers': expect.stringMatching(
          /^Authorization,Content-Type,Accept,Idempotency-Key,traceparent,/,
        ),
        'access-control-max-age': '3600',
        vary: expect.stringContaining('Origin'),
      });
      for (const target of [path, '/api/nowhere', '/api/v3/identities/search-profile/1002']) {
        const { headers } = await service.send('GET', target, { headers: { Origin: origin } });
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-expose-headers')).toBe(
          'Retry-After,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id',
        );
        expect(headers.get('vary')).toMatch(/^(Accept-Language, )?Origin$/);
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

  it('links to products lead to the shop, also for a page of another origin', async () => {
    const token = await service.tokenOf('1002');
    for (const [origin, host] of [
      [PAGE, SHOP_ORIGIN],
      ['https://shop.example', 'https://shop.example'],
    ]) {
      const { body } = await service.send('GET', '/api/v3/profiles/profile-1002/lists/wishlist/items', {
        token,
        headers: { Origin: origin! },
      });
      expect(JSON.stringify(body)).toContain(`"${host}/products/`);
    }
  });

  it('each refused origin is reported once, and no other', async () => {
    refused.splice(0);
    const named = ['https://one.example', 'http://localhost:3000', 'null'];
    const unnamed = [
      '',
      'nonsense',
      'https://a.example/path',
      'javascript:alert(1)',
      `https://${'a'.repeat(300)}.example`,
    ];
    for (const origin of [...named, ...unnamed, ...named, PAGE, SHOP_ORIGIN, 'http://127.0.0.1:4010'])
      await preflight(origin);
    // `null` has been reported by a test above.
    expect(refused).toEqual(named.slice(0, 2));
  });
});
