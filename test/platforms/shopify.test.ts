import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { shop } from '../../demo/sample/shop.ts';
import { answerAppProxy } from '../../platforms/shopify/app-proxy.mjs';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { packPlatforms } from '../../scripts/pack-platforms.mjs';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';
import { ShopifyLiquid } from '../support/shopify-liquid.ts';
import { shownIn } from '../support/shop-open.ts';
import { attributesOf } from '../docs/support/examples.ts';

const MAX_FILE_BYTES = 10_000;
/** Blocks that print nothing on a page without a product. */
const OF_PRODUCT = ['heart', 'alert'];
const ELEMENT_BLOCKS = [
  'balance',
  'tier',
  'status',
  'card',
  'rewards',
  'wishlist',
  ...OF_PRODUCT,
  'earn',
  'redeem',
];
const CONNECTION = { base_url: 'https://api.acme.example.com/api', platform: 'acme-shop' };
const product = {
  id: 42,
  title: 'Lamp "Linen"',
  url: '/products/linen-lamp',
  price: 8990,
  featured_image: '//cdn.example.com/lamp.jpg',
};

/** Settings that are off or empty in a new block. */
const EVERY_SETTING = {
  all_to_cart: true,
  notes: true,
  alerts: true,
  searchable: true,
  form: '#product-form',
  guests: true,
  namespace: 'loyalty-card',
};

/** The query that Shopify's app proxy sends. */
function signedQuery(parameters: Readonly<Record<string, string>>): URLSearchParams {
  const query = new URLSearchParams({
    shop: 'acme.myshopify.com',
    path_prefix: '/apps/loyalty',
    timestamp: String(Math.floor(Date.now() / 1_000)),
    ...parameters,
  });
  const text = [...query]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('');
  query.set('signature', createHmac('sha256', 'hush').update(text).digest('hex'));
  return query;
}

/** What Shopify's checks of theme app extensions find, by the documents in their package: without a connection. */
async function offensesOf(extension: string): Promise<string[]> {
  process.env['SHOPIFY_TLD_ROOT'] = join(packs, 'no-download');
  process.env['XDG_CACHE_HOME'] = join(packs, 'cache');
  const { check } = await import('@shopify/theme-check-node');
  const found = await check(extension, 'theme-check:theme-app-extension');
  return found.map(({ check: name, uri, message }) => `${name} ${uri.split('/').at(-1)}: ${message}`);
}

const packs = mkdtempSync(join(tmpdir(), 'packs-'));
const { shopify: folder } = packPlatforms(packs);
const liquid = new ShopifyLiquid(folder, '/assets');
const routes = { account_login_url: '/account/login', all_products_collection_url: '/collections/all' };

afterAll(() => rmSync(packs, { recursive: true, force: true }));

describe('theme app extension', () => {
  it('passes the checks of Shopify for theme app extensions', async () => {
    expect(await offensesOf(folder)).toEqual([]);
  });

  it('twin: fails them with a snippet that does not exist', async () => {
    const { shopify: broken } = packPlatforms(join(packs, 'broken'));
    writeFileSync(
      join(broken, 'blocks/tier.liquid'),
      liquid.source('tier').replace("'sign-in'", "'missing'"),
    );
    expect(await offensesOf(broken)).toEqual([expect.stringContaining('MissingTemplate')]);
  });

  it('has no Liquid and locale file above 10,000 bytes, and no script above 10,000 bytes compressed', () => {
    for (const name of ['blocks', 'locales', 'snippets', 'assets'])
      for (const file of readdirSync(join(folder, name))) {
        const path = join(folder, name, file);
        const size = name === 'assets' ? brotliCompressSync(readFileSync(path)).length : statSync(path).size;
        expect([file, size <= MAX_FILE_BYTES]).toEqual([file, true]);
      }
  });

  it('has each text of its schemas in each language, with names up to 25 characters', () => {
    const files = readdirSync(join(folder, 'locales')).filter((file) => file.endsWith('.schema.json'));
    expect(files).toHaveLength(5);
    for (const file of files) {
      const texts = JSON.parse(readFileSync(join(folder, 'locales', file), 'utf8')) as {
        blocks: Record<string, Record<string, string>>;
      };
      for (const block of ['connection', ...ELEMENT_BLOCKS]) {
        const keys = [...liquid.source(block).matchAll(/"t:blocks\.(\w+)\.(\w+)"/g)];
        expect(keys.length).toBeGreaterThan(0);
        for (const [key, at = '', name = ''] of keys)
          expect([file, key, texts.blocks[at]?.[name]]).toEqual([file, key, expect.stringMatching(/./)]);
      }
      for (const { name } of Object.values(texts.blocks)) expect(name!.length).toBeLessThanOrEqual(25);
    }
  });
});

describe('connection block', () => {
  const render = (page: Parameters<ShopifyLiquid['render']>[1]) =>
    liquid.render('connection', { routes, ...page, settings: { ...CONNECTION, ...page.settings } });
  const providerOf = (html: string) => attributesOf(html, 'loyalty-provider');

  it('prints the signed customer with the time of the signature, and not the secret', () => {
    const html = render({ customer: { id: 1002 }, secret: 's3cret' });
    const { 'signed-at': signedAt, ...attributes } = providerOf(html);
    expect(Math.abs(Number(signedAt) - Date.now() / 1_000)).toBeLessThan(60);
    expect(attributes).toEqual({
      host: 'shopify',
      'base-url': CONNECTION.base_url,
      platform: CONNECTION.platform,
      'customer-id': '1002',
      signature: signCustomerId('1002', 's3cret', { signedAt: new Date(Number(signedAt) * 1_000) }),
    });
    expect(html).not.toContain('s3cret');
    expect(html).not.toMatch(/\sconsent\s/);
  });

  it('prints consent only where the shop has selected it', () => {
    const html = render({ customer: { id: 1002 }, secret: 's3cret', settings: { consent: true } });
    expect(html).toMatch(/\sconsent\s/);
  });

  it.each([
    ['a guest', { secret: 's3cret' }],
    ['a customer of a shop with an empty secret', { customer: { id: 1002 }, secret: '' }],
    ['a customer of a shop without a secret', { customer: { id: 1002 } }],
  ])('prints an empty id and no signature for %s', (_, page) => {
    const html = render(page);
    expect(providerOf(html)['customer-id']).toBe('');
    // The time says that the page is new.
    expect(providerOf(html)['signed-at']).toMatch(/^\d+$/);
    expect(html.replace(/signed-at="\d+"/, '')).not.toMatch(/signature|1002/);
  });

  it('prints nothing without an address, and a sentence in the editor of the theme', () => {
    const page = { customer: { id: 1002 }, secret: 's3cret', settings: { base_url: '' } };
    expect(render(page).trim()).toBe('');
    expect(render({ ...page, request: { design_mode: true } })).toContain('enter the address of the service');
  });

  it('escapes what the shop has entered', () => {
    const html = render({ settings: { base_url: '"><script>alert(1)</script>' } });
    expect(html).not.toContain('<script>alert');
  });
});

describe('element blocks', () => {
  it.each(ELEMENT_BLOCKS.filter((name) => !OF_PRODUCT.includes(name)))('%s prints its element', (name) => {
    expect(liquid.render(name, { routes })).toMatch(new RegExp(`^<loyalty-${name}[\\s>]`));
  });

  it('heart describes the product of the page', () => {
    const html = liquid.render('heart', { settings: { product } });
    expect(attributesOf(html, 'loyalty-wishlist-button')).toEqual({
      'product-id': '42',
      'product-name': 'Lamp &#34;Linen&#34;',
      'product-url': 'https://shop.example/products/linen-lamp',
      'product-price': '89.9',
      'product-currency': 'EUR',
      'product-image': 'https://cdn.example.com/lamp.jpg',
    });
  });

  it.each([
    [true, 'price'],
    [false, 'stock'],
  ])('alert of a product whose availability is %s is about its %s, for guests, too', (available, kind) => {
    const tag = (customer?: { id: number }) =>
      attributesOf(
        liquid.render('alert', { settings: { product: { ...product, available } }, customer }),
        'loyalty-alert',
      );
    expect(tag({ id: 1 })).toMatchObject({ kind, 'product-id': '42', 'product-currency': 'EUR' });
    expect([tag()['class'], tag({ id: 1 })['class']]).toEqual(['loyalty-guest', undefined]);
  });

  it.each(OF_PRODUCT)('%s prints nothing on a page without a product', (name) => {
    expect(liquid.render(name, {}).trim()).toBe('');
  });

  /** The names of all attributes of a tag, of those without a value, too. */
  const namesOf = (html: string, tag: string): string[] =>
    new RegExp(`<${tag}([^>]*)>`)
      .exec(html)![1]!
      .replaceAll(/="[^"]*"/g, '')
      .match(/[\w-]+/g) ?? [];

  it('have no attribute of a setting that is off', () => {
    const names = namesOf(liquid.render('wishlist', { routes, customer: { id: 1 } }), 'loyalty-wishlist');
    expect(names).toEqual(['layout', 'shop-url', 'move-to-cart']);
    const heart = liquid.render('heart', { settings: { product } });
    expect(namesOf(heart, 'loyalty-wishlist-button')).not.toContain('for');
    const alert = (guests: boolean) =>
      namesOf(liquid.render('alert', { settings: { product, guests } }), 'loyalty-alert');
    expect([alert(false).includes('guests'), alert(true).includes('guests')]).toEqual([false, true]);
  });

  it('say that the page is that of a guest, for guests alone', () => {
    const names = ELEMENT_BLOCKS.filter((name) => !OF_PRODUCT.includes(name));
    const classOf = (name: string, scope: object) =>
      attributesOf(liquid.render(name, { routes, ...scope }), `loyalty-${name}`)['class'];
    expect(names.map((name) => classOf(name, {}))).toEqual(names.map(() => 'loyalty-guest'));
    expect(names.map((name) => classOf(name, { customer: { id: 1 } }))).toEqual(names.map(() => undefined));
  });

  it('ask guests alone to sign in', () => {
    const asks = (scope: object) =>
      ELEMENT_BLOCKS.filter((name) => liquid.render(name, { routes, ...scope }).includes('signed-out'));
    expect(asks({})).toEqual(expect.arrayContaining(['balance', 'redeem', 'rewards', 'status', 'tier']));
    expect(asks({ customer: { id: 1 } })).toEqual([]);
  });

  it('use attributes that the elements have', () => {
    for (const name of ELEMENT_BLOCKS) {
      const html = liquid.render(name, {
        routes,
        settings: { ...EVERY_SETTING, product },
        customer: { id: 1 },
      });
      const [, tag = ''] = /<(loyalty-[\w-]+)/.exec(html) ?? [];
      const page = readFileSync(`docs/elements/${tag}.md`, 'utf8');
      for (const attribute of namesOf(html, tag)) expect(page).toContain(`| \`${attribute}\` `);
    }
  });
});

describe('page of a Shopify storefront', () => {
  let database: FreshDatabase;
  let service: RunningService;
  let browser: Browser;
  let server: Server;
  let origin = '';
  /** What Liquid knows on the next page. */
  let current: { customer?: { id: number }; secret?: string; settings?: object } = {};

  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
    database = await freshDatabase();
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      if (pathname === '/') return void response.setHeader('Content-Type', 'text/html').end(pageOf());
      if (pathname === '/apps/loyalty/customer') {
        // Shopify adds who is signed in, and signs the query.
        const query = signedQuery({ logged_in_customer_id: String(current.customer?.id ?? '') });
        void answerAppProxy(new URL(`https://shop.example/customer?${query}`), {
          shop: 'acme.myshopify.com',
          apiSecret: 'hush',
          shopSecret: SECRET,
        })
          .then((answer) => answer.text())
          .then((text) => response.setHeader('Content-Type', 'application/json').end(text));
        return;
      }
      const [, name] = /^\/assets\/([\w.-]+)$/.exec(pathname) ?? [];
      if (!name || searchParams.size) return void response.writeHead(404).end();
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      response.setHeader('Content-Type', type).end(readFileSync(join(folder, 'assets', name)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    service = await startService({
      databaseUrl: database.url,
      port: 0,
      shopOrigins: [origin],
      secret: SECRET,
      secretKeys: KEYS,
      requireSignedAt: true,
      log: () => {},
    });
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    await service.stop();
    await database.drop();
  });

  const pageOf = () => {
    const page = { routes, customer: current.customer, secret: current.secret };
    const settings = { base_url: service.url, platform: shop.platform, ...current.settings };
    const body = ['balance', 'tier'].map((name) => liquid.render(name, page)).join('\n');
    return `<!doctype html><html lang="en"><head><title>Shop</title><link rel="stylesheet" href="/assets/loyalty.css"></head>
      <body>${body}${liquid.render('connection', { ...page, settings })}</body></html>`;
  };
  const open = async (next: typeof current): Promise<Page> => {
    current = next;
    const page = await (await browser.newContext()).newPage();
    await page.goto(origin);
    return page;
  };

  it('shows a customer the points of the service, which accepts signatures with a time only', async () => {
    const page = await open({ customer: { id: 1002 }, secret: SECRET });
    await expect.poll(() => shownIn(page.locator('loyalty-balance'))).toMatch(/\d[\d,]* points/);
    await page.context().close();
  });

  it('shows a guest the link to the sign-in page in a small box', async () => {
    const page = await open({ secret: SECRET });
    const link = page.locator('loyalty-tier a[slot=signed-out]');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/account/login');
    expect((await page.locator('loyalty-tier').boundingBox())!.height).toBeLessThanOrEqual(96);
    await page.context().close();
  });

  it('shows the points with the secret on the own server, through the app proxy', async () => {
    const page = await open({
      customer: { id: 1002 },
      settings: { customer_path: '/apps/loyalty/customer' },
    });
    await expect.poll(() => shownIn(page.locator('loyalty-balance'))).toMatch(/\d[\d,]* points/);
    await page.context().close();
  });
});
