import { describe, expect, it } from 'vitest';
import { checkOrigin, crossOriginHeaders, preflight } from '../../../src/proxy/guard/origins.ts';
import { reportOnce } from '../../../src/proxy/guard/origins.ts';
import { isWebOrigin } from '../../../src/proxy/guard/origins.ts';

const SHOP = 'https://shop.example';
const ORIGINS = new Set([SHOP]);

describe('checkOrigin', () => {
  const check = (headers: Record<string, string>, method = 'POST') => {
    // Not a Request, whose class removes the headers that only a browser may set.
    checkOrigin({ method, headers: new Headers(headers) } as Request, ORIGINS);
  };
  const refused = expect.objectContaining({ status: 403 }) as Error;

  it.each<[what: string, headers: Record<string, string>, method?: string]>([
    ['a server or an app', {}],
    ['a page of the shop', { Origin: SHOP, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }],
    ['a page of the proxy’s own origin', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }],
    [
      'a GET without CORS of the proxy’s own origin',
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors' },
      'GET',
    ],
  ])('accepts %s', (_, headers, method) => {
    expect(() => check(headers, method)).not.toThrow();
  });

  it.each<[what: string, headers: Record<string, string>, method?: string]>([
    ['a page of another origin', { Origin: 'https://evil.example' }],
    [
      'a page of another origin that claims the same site',
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['a page without an origin', { Origin: 'null' }],
    ['the shop over http', { Origin: 'http://shop.example' }],
    ['a cross-site request without an Origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a same-site request without an Origin', { 'Sec-Fetch-Site': 'same-site' }],
    ['an address typed into the browser', { 'Sec-Fetch-Site': 'none' }, 'GET'],
    ['a form of the shop', { Origin: SHOP, 'Sec-Fetch-Mode': 'navigate' }],
    [
      'a link of the proxy’s own origin',
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' },
      'GET',
    ],
    ['a write without CORS', { Origin: SHOP, 'Sec-Fetch-Mode': 'no-cors' }],
  ])('refuses %s', (_, headers, method) => {
    expect(() => check(headers, method)).toThrow(refused);
  });
});

describe('crossOriginHeaders and preflight', () => {
  it('permit an origin of the shop by name, without credentials', () => {
    const permission = crossOriginHeaders(SHOP, ORIGINS);
    expect(permission).toEqual({
      'Access-Control-Allow-Origin': SHOP,
      'Access-Control-Expose-Headers':
        'Retry-After, Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
    });
    const answer = preflight(permission);
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'access-control-allow-headers': expect.stringMatching(
        /^Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, traceparent, /,
      ),
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers':
        'Retry-After, Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
      'access-control-max-age': '3600',
      allow: 'GET, POST, PUT, DELETE',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([null, 'null', 'https://evil.example', 'https://shop.example.evil'])(
    'permit nothing to %s',
    (origin) => {
      const permission = crossOriginHeaders(origin, ORIGINS);
      expect(permission).toEqual({});
      const names = [...preflight(permission).headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

describe('isWebOrigin', () => {
  it.each([
    'https://shop.example',
    'https://a',
    'https://a_b.shop-1.example',
    'http://localhost:5173',
    'http://127.0.0.1:4000',
    'https://[2001:db8::1]',
    'https://[::1]:8443',
    `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(55)}`,
  ])('accepts %s', (text) => {
    expect(isWebOrigin(text)).toBe(true);
  });

  it.each([
    '',
    'null',
    'shop.example',
    '//shop.example',
    'https://',
    'https://shop.example/',
    'https://shop.example:443',
    'https://shop.example:',
    'https://shop.example:x',
    'https://shop.example:123456',
    'https://shop.example:99999',
    'https://*.shop.example',
    'https://Shop.example',
    'https://shop.example ',
    ' https://shop.example',
    'https://-shop.example',
    'https://shop.example-',
    'https://shöp.example',
    'https://me@shop.example',
    'https://[::1',
    'https://[0:0::1]',
    'https://1',
    'ftp://shop.example',
    'httpss://shop.example',
    'xhttps://shop.example',
    `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(56)}`,
  ])('refuses %s', (text) => {
    expect(isWebOrigin(text)).toBe(false);
  });
});

describe('reportOnce', () => {
  it('reports each origin once, and no other texts', () => {
    const reported: string[] = [];
    const report = reportOnce((origin) => reported.push(origin));
    for (const header of [
      'https://a.example',
      'null',
      'https://a.example',
      'null',
      'a\nb',
      'https://b.example/',
      '',
    ])
      report(header);
    expect(reported).toEqual(['https://a.example', 'null']);
  });

  it('reports at most 20 origins, because clients can send any header', () => {
    const reported: string[] = [];
    const report = reportOnce((origin) => reported.push(origin));
    for (let at = 0; at < 30; at++) report(`https://${at}.example`);
    expect(reported).toHaveLength(20);
  });
});
