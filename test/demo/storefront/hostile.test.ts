import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localPath } from '../../../demo/storefront/local-path.ts';
import { faultsOf } from './markup.ts';
import { openShop, type TestShop } from './shop.ts';

const HOSTILE_TEXT = `"><img src=x onerror=alert(1)>'\`{{7*7}}</title><script>alert(1)</script>&amp;`;
const product = {
  id: `hp-1"><script>`,
  handle: 'nasty',
  name: HOSTILE_TEXT,
  price: '9.00',
  currency: 'EUR' as const,
  category: HOSTILE_TEXT,
  description: HOSTILE_TEXT,
  imagePath: '/products/nasty.svg"><script>',
};
const customer = {
  id: `7"><script>`,
  email: `"><b>@x`,
  firstName: HOSTILE_TEXT,
  lastName: HOSTILE_TEXT,
  about: HOSTILE_TEXT,
};
const category = { name: HOSTILE_TEXT, handle: 'nasty', about: HOSTILE_TEXT };

let shop: TestShop;
beforeAll(
  async () =>
    void (shop = await openShop({ products: [product], customers: [customer], categories: [category] })),
);
afterAll(() => shop.stop());

const HOSTILE_PATHS = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /account',
  '@evil.example',
  '/account\r\nSet-Cookie: a=b',
  '',
];

describe('hostile names', () => {
  it.each([
    '/',
    '/products',
    '/products/nasty',
    '/categories/nasty',
    '/sign-in',
    '/account',
    '/wishlist',
    '/cart',
  ])('are escaped on %s', async (path) => {
    const cart = 'harbour_cart=hp-1"><script>*2';
    for (const cookie of [cart, `${await shop.signIn(customer.id)}; ${cart}`]) {
      const page = await (await shop.get(path, cookie)).text();
      expect(faultsOf(page)).toEqual([]);
      expect(page).not.toMatch(/<script>|<img src=x|<b>@x/);
      expect(page.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]*\sonerror/);
    }
  });

  it('in an address are not reflected unescaped', async () => {
    for (const path of [
      `/?q=${encodeURIComponent(HOSTILE_TEXT)}`,
      `/products/${encodeURIComponent(HOSTILE_TEXT)}`,
    ]) {
      const page = await (await shop.get(path)).text();
      expect(page).not.toMatch(/<script>|onerror=alert\(1\)>/);
    }
  });

  it('are escaped in the form after an unknown e-mail address', async () => {
    const response = await shop.post('/sign-in', { email: HOSTILE_TEXT, return_to: HOSTILE_TEXT });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(faultsOf(page)).toEqual([]);
    expect(page).toContain('aria-invalid="true"');
    expect(page).not.toContain('<script>');
  });
});

describe('return_to', () => {
  it.each(HOSTILE_PATHS)('redirects to no other site: %j', async (path) => {
    const response = await shop.post('/sign-in', { customer: customer.id, return_to: path });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/account');
    const page = await (await shop.get(`/sign-in?return_to=${encodeURIComponent(path)}`)).text();
    expect(page).toContain('name="return_to" value="/account"');
  });

  it('returns to a page of the shop with query and fragment', async () => {
    const response = await shop.post('/sign-in', {
      customer: customer.id,
      return_to: '/products/linen-lamp?a=1&b=//x#more',
    });
    expect(response.headers.get('location')).toBe('/products/linen-lamp?a=1&b=//x#more');
  });

  it('does not return to the sign-in page', async () => {
    const response = await shop.post('/sign-in', {
      customer: customer.id,
      return_to: '/sign-in?return_to=/x',
    });
    expect(response.headers.get('location')).toBe('/account');
  });

  it('red twin: a check of the first characters alone leaves the shop', () => {
    const origins = HOSTILE_PATHS.filter((text) => /^\/(?!\/)/.test(text)).map(
      (text) => new URL(text, 'https://shop.example').origin,
    );
    expect(origins).toContain('https://evil.example');
    const resolved = new URL('/.//evil.example', 'https://shop.example').pathname;
    expect(new URL(resolved, 'https://shop.example').origin).toBe('https://evil.example');
  });

  it('stays on the same origin for 3,000 random texts', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'http',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = localPath(pieces.join(''), '/account');
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example');
      }),
      { numRuns: 3000 },
    );
  });
});
