import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customers } from '../../../demo/sample/customers.ts';
import { createCarts } from '../../../demo/storefront/cart.ts';
import { customerRoutes } from '../../../demo/storefront/routes/customer.ts';
import { createSessions } from '../../../demo/storefront/session.ts';
import { createShop } from '../../../demo/storefront/shop.ts';
import { createStorefront } from '../../../demo/storefront/index.ts';
import { cookieOf, openShop, type TestShop } from './shop.ts';

const settings = {
  serviceUrl: 'https://api.shop.example/api',
  publicUrl: 'https://shop.example',
  secret: 'a secret',
  platform: 'harbour',
  platformVersion: 'v1',
  cdnDirectory: '.',
  customers,
  products: [],
  categories: [],
  programme: { tiers: [], rewards: [] },
};

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.stop());

describe('cross-site form', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['neither Origin nor Sec-Fetch-Site', {}],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ];
  it.each(foreign)('with %s is refused and changes nothing', async (_title, headers) => {
    for (const [path, form] of [
      ['/sign-in', { customer: '1001' }],
      ['/sign-out', {}],
      ['/preferences', { language: 'ar' }],
      ['/cart/items', { product_id: 'hp-1001' }],
      ['/cart/items/hp-1001', { quantity: '3' }],
    ] as const) {
      const response = await shop.post(path, form, undefined, headers);
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it('is refused even with the Origin of the shop', async () => {
    const headers = { origin: shop.url, 'sec-fetch-site': 'cross-site' };
    expect((await shop.post('/sign-in', { customer: '1001' }, undefined, headers)).status).toBe(403);
  });

  it('red twin: the routes without sameOriginPosts accept it', async () => {
    const unguarded = customerRoutes(createShop(settings, createSessions(settings), createCarts(settings)));
    const response = await unguarded.request('https://shop.example/sign-in', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ customer: '1001' }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('set-cookie')).toContain('harbour_session=');
  });

  it('is distinguished from a form of the shop', async () => {
    expect((await shop.post('/sign-in', { customer: '1001' })).status).toBe(303);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await shop.post('/sign-in', { customer: '1001' }, undefined, headers)).status).toBe(303);
  });
});

describe('session cookie', () => {
  it('is hidden from scripts and other sites', async () => {
    const response = await shop.post('/sign-in', { email: ' MARA.Lindqvist@example.com ' });
    expect(response.headers.get('location')).toBe('/account');
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^harbour_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is Secure in a shop on https', async () => {
    const response = await createStorefront(settings).request('https://shop.example/sign-in', {
      method: 'POST',
      headers: { origin: 'https://shop.example' },
      body: new URLSearchParams({ customer: '1001' }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('set-cookie')).toContain('; Secure');
  });

  it('is invalid after any change', async () => {
    const cookie = decodeURIComponent(await shop.signIn('1001'));
    const [, expiresAt, signature] = /=(\d+)\.1001\.(.+)$/.exec(cookie)!;
    const signedIn = async (value: string) =>
      (await (await shop.get('/account', `harbour_session=${encodeURIComponent(value)}`)).text()).includes(
        'signature=',
      );
    expect(await signedIn(`${expiresAt}.1001.${signature}`)).toBe(true);
    expect(await signedIn(`${expiresAt}.1002.${signature}`)).toBe(false);
    expect(await signedIn(`${Number(expiresAt) + 1}.1001.${signature}`)).toBe(false);
    expect(await signedIn(`${expiresAt}.1001`)).toBe(false);
    expect(await signedIn(`${expiresAt}.1001.${'A'.repeat(43)}=`)).toBe(false);
  });

  it('signed with another secret is invalid', async () => {
    const other = await openShop({ secret: 'another' });
    const cookie = await other.signIn('1001');
    await other.stop();
    expect(await (await shop.get('/account', cookie)).text()).not.toContain('signature=');
  });
});

describe('cart', () => {
  it('adds a product from its page and shows it', async () => {
    const added = await shop.post('/cart/items', { product_id: 'hp-1001' });
    expect(added.headers.get('location')).toBe('/cart');
    const twice = await shop.post('/cart/items', { product_id: 'hp-1001' }, cookieOf(added));
    const page = await (await shop.get('/cart', cookieOf(twice))).text();
    expect(page).toContain('Linen lamp');
    expect(page).toContain('value="2"');
    expect(page).toContain('€178');
    expect(page).toMatch(/<span data-cart-count>2<\/span\s*>/);
  });

  it('answers a script with the number of products', async () => {
    const headers = { origin: shop.url, accept: 'application/json' };
    const response = await shop.post('/cart/items', { product_id: 'hp-1002' }, undefined, headers);
    expect(await response.json()).toEqual({ count: 1 });
    const unknown = await shop.post('/cart/items', { product_id: 'none' }, undefined, headers);
    expect(unknown.status).toBe(422);
  });

  it('has a line for each variant of a product, with its options and price', async () => {
    const add = (id: string, cookie?: string) =>
      shop.post('/cart/items', { product_id: 'hp-1133', id }, cookie);
    const one = cookieOf(await add('hp-1133-oat-m'));
    const both = cookieOf(await add('hp-1133-oat-l', one));
    const cart = cookieOf(await add('hp-1133-oat-l', both));
    const page = await (await shop.get('/cart', cart)).text();
    expect(page.match(/class="cart-line"/g)).toHaveLength(2);
    expect(page).toMatch(/Oat, 130 × 180 cm[^]*value="1"[^]*Oat, 150 × 220 cm[^]*€128[^]*value="2"/);
    const less = cookieOf(await shop.post('/cart/items/hp-1133~hp-1133-oat-l', { quantity: '0' }, cart));
    expect(less).toContain('hp-1133~hp-1133-oat-m*1');
    expect(less).not.toContain('oat-l');
  });

  it.each([
    ['a product whose variant is not chosen', '', /^Choose/],
    ['a variant that it does not have', 'hp-1001', /doesn’t have/],
    ['a variant that is sold out', 'hp-1133-rust-m', /sold out/],
  ])('says why it does not take %s', async (_, id, reason) => {
    const headers = { origin: shop.url, accept: 'application/json' };
    const response = await shop.post('/cart/items', { product_id: 'hp-1133', id }, undefined, headers);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: expect.stringMatching(reason) });
  });

  it('changes the quantity and removes a line', async () => {
    const cart = cookieOf(await shop.post('/cart/items', { product_id: 'hp-1001' }));
    const more = cookieOf(await shop.post('/cart/items/hp-1001', { quantity: '7' }, cart));
    expect(more).toContain('hp-1001*7');
    const none = cookieOf(await shop.post('/cart/items/hp-1001', { quantity: '7', remove: '1' }, more));
    expect(none).toBe('harbour_cart=');
  });

  it('validates the cookie and the form', async () => {
    for (const cookie of [
      'harbour_cart=%00*1',
      'harbour_cart=hp-1001*-4.none*2.hp-1002*9e9',
      `harbour_cart=${'x'.repeat(3000)}`,
    ]) {
      const response = await shop.get('/cart', cookie);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain('NaN');
    }
    expect(await shop.get('/cart', 'harbour_cart=hp-1002*9e9').then((page) => page.text())).toContain(
      'value="20"',
    );
    for (const quantity of ['-1', '1.5', 'x', '']) {
      const response = await shop.post('/cart/items/hp-1001', { quantity });
      expect([quantity, response.status]).toEqual([quantity, 422]);
    }
    expect((await shop.post('/cart/items', { product_id: 'x'.repeat(20_000) })).status).toBe(413);
  });
});
