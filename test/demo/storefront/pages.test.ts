import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customers } from '../../../demo/sample/customers.ts';
import { CANARY, cookieOf, openShop, SERVICE_ORIGIN, type TestShop } from './shop.ts';
import { attributesOf, faultsOf } from './markup.ts';

const PAGES = [
  '/',
  '/products',
  '/products?page=9',
  '/categories/lighting',
  '/categories/vases-and-pots',
  '/products/linen-lamp',
  '/products/rosehip-diffuser',
  '/account',
  '/account/activity',
  '/wishlist',
  '/cart',
  '/sign-in',
  '/sign-in?return_to=/cart',
  '/account/benefits',
  '/preferences',
  '/account?dir=rtl',
];

let shop: TestShop;
beforeAll(async () => void (shop = await openShop()));
afterAll(() => shop.stop());

describe('pages for guests', () => {
  it.each(PAGES)('%s is well formed', async (path) => {
    const response = await shop.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(faultsOf(await response.text())).toEqual([]);
  });

  it('contain a provider without customer and signature', async () => {
    for (const path of PAGES) {
      const page = await (await shop.get(path)).text();
      expect(attributesOf(page, 'loyalty-provider')).toEqual({
        'base-url': `${SERVICE_ORIGIN}/api`,
        platform: 'harbour',
        'platform-version': 'v1',
        'customer-id': '',
        // The page is new: it ends the session of a customer who has signed out.
        'signed-at': expect.stringMatching(/^\d+$/),
        'sign-in-url': path.startsWith('/sign-in')
          ? '/sign-in'
          : `/sign-in?return_to=${encodeURIComponent(path)}`,
      });
      expect(page.match(/<loyalty-provider/g)).toHaveLength(1);
    }
  });

  it('link to the sign-in page and back', async () => {
    const page = await (await shop.get('/products?page=2')).text();
    expect(page).toContain('href="/sign-in?return_to=%2Fproducts%3Fpage%3D2"');
  });
});

/** A shop whose service fails. */
async function openFailing() {
  let calls = 0;
  const service = createServer((_request, response) => {
    calls++;
    response.writeHead(500).end('{}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const failing = await openShop({ serviceUrl: `http://127.0.0.1:${port}/api` });
  return {
    shop: failing,
    calls: () => calls,
    async stop() {
      await failing.stop();
      service.close();
    },
  };
}

describe('pages for guests, where the service fails', () => {
  it('have the rate alone, and ask for the campaigns once in a while', async () => {
    const asking = await openFailing();
    for (const path of ['/products/stoneware-mug', '/categories/tableware']) {
      const page = await (await asking.shop.get(path)).text();
      expect(attributesOf(page, 'loyalty-earn')?.['programme']).toBe(
        '{&quot;earn&quot;:{&quot;EUR&quot;:1}}',
      );
    }
    expect(asking.calls()).toBe(1);
    await asking.stop();
  });
});

describe('pages for customers', () => {
  it.each(customers)('contain the signature that node:crypto computes for customer $id', async ({ id }) => {
    const cookie = await shop.signIn(id);
    for (const path of PAGES) {
      const response = await shop.get(path, cookie);
      expect(response.status).toBe(200);
      const page = await response.text();
      expect(faultsOf(page)).toEqual([]);
      const provider = attributesOf(page, 'loyalty-provider');
      const signedAt = provider?.['signed-at'];
      expect(signedAt).toMatch(/^\d{10}$/);
      const signature = createHmac('sha256', CANARY).update(`${id}.${signedAt}`).digest('hex');
      expect(provider).toMatchObject({ 'customer-id': id, signature });
    }
  });

  it('are answered without a call to the service, but for the code of a reward in the cart', async () => {
    const asking = await openFailing();
    const member = await asking.shop.signIn('1002');
    const page = await asking.shop.get('/', member);
    expect(await page.text()).toContain('member-band');
    await asking.shop.get('/products/linen-lamp', member);
    expect(asking.calls()).toBe(0);
    await asking.shop.post('/cart/code', { code: 'ABCD' });
    expect(asking.calls(), 'the code of a reward in the cart').toBeGreaterThan(0);
    await asking.stop();
  });

  it('delete the session cookie on signing out', async () => {
    const cookie = await shop.signIn('1002');
    const response = await shop.post('/sign-out', {}, cookie);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/');
    expect(response.headers.get('set-cookie')).toMatch(/^harbour_session=;.*Max-Age=0/);
  });
});

describe('page', () => {
  it('shows a wishlist button for every product in a grid, outside of its link', async () => {
    const page = await (await shop.get('/categories/tableware')).text();
    expect(page.match(/<article class="product-card">/g)).toHaveLength(24);
    expect(page.match(/<loyalty-wishlist-button/g)).toHaveLength(24);
    expect(page).not.toMatch(/<a [^>]*>(?:(?!<\/a>)[\s\S])*<loyalty-wishlist-button/);
  });

  it('is written from right to left with ?dir=rtl', async () => {
    expect(await (await shop.get('/?dir=rtl')).text()).toContain('<html lang="en" dir="rtl">');
    expect(await (await shop.get('/?dir="><script>')).text()).toContain('<html lang="en" dir="ltr">');
  });

  it('has the preferences of the shopper, and no other text of the cookie', async () => {
    const saved = await shop.post('/preferences', { language: 'ar', choice: 'device' });
    expect(saved.status).toBe(303);
    expect(saved.headers.get('location')).toBe('/preferences');
    const page = await (await shop.get('/', cookieOf(saved))).text();
    expect(page).toContain('<html lang="ar" dir="rtl">');
    expect(page).toContain('src="/cdn/locale-ar.js"');
    expect(attributesOf(page, 'loyalty-provider')).toMatchObject({ wishlist: 'device' });
    expect(page).not.toContain('<loyalty-events');
    const agreed = await shop.get('/', 'harbour_preferences=de.consent.<script>');
    const other = await agreed.text();
    expect(other).toContain('<html lang="de" dir="ltr">');
    expect(other).not.toContain('<script>');
    expect(attributesOf(other, 'loyalty-events')).toEqual({});
    const forged = await (await shop.get('/', 'harbour_preferences=constructor.device')).text();
    expect(forged).toContain('<html lang="en" dir="ltr">');
  });

  it('reserves the space of every picture', async () => {
    const page = await (await shop.get('/')).text();
    for (const [picture] of page.matchAll(/<img[^>]*>/g))
      expect(picture).toMatch(/width="400"[\s\S]*height="500"/);
  });

  it.each([
    '/nowhere',
    '/products/none',
    '/categories/none',
    '/products?page=10',
    '/products?page=x',
    '/none.svg',
  ])('at %s answers 404 in the layout of the shop', async (path) => {
    const response = await shop.get(path);
    expect(response.status).toBe(404);
    const page = await response.text();
    expect(faultsOf(page)).toEqual([]);
    expect(page).toContain('<h1>Washed away</h1>');
  });
});
