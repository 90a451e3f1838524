import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localPath } from '../../../demo/storefront/local-path.ts';
import { faultsOf } from './markup.ts';
import { openShop, type TestShop } from './shop.ts';

const NASTY = `"><img src=x onerror=alert(1)>'\`{{7*7}}</title><script>alert(1)</script>&amp;`;
const product = {
  id: `hp-1"><script>`,
  handle: 'nasty',
  name: NASTY,
  price: '9.00',
  currency: 'EUR' as const,
  category: NASTY,
  description: NASTY,
  imagePath: '/products/nasty.svg"><script>',
};
const customer = { id: `7"><script>`, email: `"><b>@x`, firstName: NASTY, lastName: NASTY, about: NASTY };
const category = { name: NASTY, handle: 'nasty', about: NASTY };

let shop: TestShop;
beforeAll(
  async () =>
    void (shop = await openShop({ products: [product], customers: [customer], categories: [category] })),
);
afterAll(() => shop.stop());

const MORE_ATTEMPTS = [
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

describe('names made to break out', () => {
  it.each([
    '/',
    '/products',
    '/products/nasty',
    '/categories/nasty',
    '/sign-in',
    '/account',
    '/wishlist',
    '/cart',
  ])('are text on %s', async (path) => {
    const cart = 'harbour_cart=hp-1"><script>*2';
    for (const cookie of [cart, `${await shop.signIn(customer.id)}; ${cart}`]) {
      const page = await (await shop.get(path, cookie)).text();
      expect(faultsOf(page)).toEqual([]);
      expect(page).not.toMatch(/<script>|<img src=x|<b>@x/);
      expect(page.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]*\sonerror/);
    }
  });

  it('stay in the address they were typed into', async () => {
    for (const path of [`/?q=${encodeURIComponent(NASTY)}`, `/products/${encodeURIComponent(NASTY)}`]) {
      const page = await (await shop.get(path)).text();
      expect(page).not.toMatch(/<script>|onerror=alert\(1\)>/);
    }
  });

  it('are shown again as typed when an address is unknown', async () => {
    const response = await shop.post('/sign-in', { email: NASTY, return_to: NASTY });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(faultsOf(page)).toEqual([]);
    expect(page).toContain('aria-invalid="true"');
    expect(page).not.toContain('<script>');
  });
});

describe('return_to', () => {
  it.each(MORE_ATTEMPTS)('never leaves the shop: %j', async (attempt) => {
    const response = await shop.post('/sign-in', { customer: customer.id, return_to: attempt });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/account');
    const page = await (await shop.get(`/sign-in?return_to=${encodeURIComponent(attempt)}`)).text();
    expect(page).toContain('name="return_to" value="/account"');
  });

  it('comes back to a page of the shop, query and all', async () => {
    const response = await shop.post('/sign-in', {
      customer: customer.id,
      return_to: '/products/linen-lamp?a=1&b=//x#more',
    });
    expect(response.headers.get('location')).toBe('/products/linen-lamp?a=1&b=//x#more');
  });

  it('does not lead from signing in to signing in', async () => {
    const response = await shop.post('/sign-in', {
      customer: customer.id,
      return_to: '/sign-in?return_to=/x',
    });
    expect(response.headers.get('location')).toBe('/account');
  });

  it('would leave it if only the first letters were looked at', () => {
    const origins = MORE_ATTEMPTS.filter((text) => /^\/(?!\/)/.test(text)).map(
      (text) => new URL(text, 'https://shop.example').origin,
    );
    expect(origins).toContain('https://evil.example');
    const resolved = new URL('/.//evil.example', 'https://shop.example').pathname;
    expect(new URL(resolved, 'https://shop.example').origin).toBe('https://evil.example');
  });

  it('stays on this origin for any text', () => {
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
