import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { shop } from '../../demo/sample/shop.ts';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { packPlatforms } from '../../scripts/pack-platforms.mjs';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { attributesOf } from '../docs/support/examples.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';
import { shownIn } from '../support/shop-open.ts';
import {
  ADMIN,
  MEMBER,
  missingForWordPress,
  openWordPress,
  type OpenWordPress,
} from '../support/wordpress.ts';

const NAME = 'loyalty-elements';
const WOOCOMMERCE = 'woocommerce-stub';
const packs = mkdtempSync(join(tmpdir(), 'packs-'));
const { [NAME]: folder } = packPlatforms(packs);
afterAll(() => rmSync(packs, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('WordPress plugin', () => {
  it('has the version of the package wherever it names one, and the files of this version', () => {
    const main = read('loyalty-elements.php');
    expect(/ \* Version: +(\S+)/.exec(main)?.[1]).toBe(version);
    expect(/const VERSION = '(.*)'/.exec(main)?.[1]).toBe(version);
    expect(/Stable tag: (\S+)/.exec(read('readme.txt'))?.[1]).toBe(version);
    expect(readdirSync(join(folder, 'assets'))).toEqual([version]);
    expect(readdirSync(join(folder, 'assets', version))).toEqual(
      expect.arrayContaining(['loyalty.js', 'elements.js', 'loyalty.css']),
    );
  });

  it('has strict types in each file, and ends where it is called outside of WordPress', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.php'),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      expect([file, read(file)]).toEqual([file, expect.stringContaining('declare(strict_types=1);')]);
      expect([file, read(file)]).toEqual([file, expect.stringMatching(/defined\( '\w+' \) \|\| exit;/)]);
    }
  });
});

const missing = missingForWordPress();
if (missing) it('WordPress in a browser', ({ skip }) => skip(`needs Debian's ${missing}`));

describe.skipIf(missing)('WordPress in a browser', () => {
  let wordpress: OpenWordPress;
  let database: FreshDatabase;
  let service: RunningService;
  let browser: Browser;
  let admin: Page;
  let page = '';

  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
    database = await freshDatabase();
    wordpress = await openWordPress({ [NAME]: folder, [WOOCOMMERCE]: `test/support/${WOOCOMMERCE}` });
    service = await startService({
      databaseUrl: database.url,
      port: 0,
      shopOrigins: [wordpress.url],
      secret: SECRET,
      secretKeys: KEYS,
      requireSignedAt: true,
      acceptPageProducts: true,
      log: () => {},
    });
    const content =
      '[loyalty_balance variant="card" onclick="x"] <!-- wp:loyalty-elements/tier /--> [loyalty_heart]';
    const id = wordpress.run(
      `echo wp_insert_post(array('post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Members', 'post_content' => '${content}'));`,
    );
    page = `${wordpress.url}/?page_id=${id}`;
    admin = await signedIn(ADMIN);
  });
  afterAll(async () => {
    await browser.close();
    await wordpress.close();
    await service.stop();
    await database.drop();
  });

  const newPage = async (): Promise<Page> => (await browser.newContext()).newPage();

  async function signedIn({ name, password }: { readonly name: string; readonly password: string }) {
    const opened = await newPage();
    await opened.goto(`${wordpress.url}/wp-login.php`);
    await opened.locator('#user_login').fill(name);
    await opened.locator('#user_pass').fill(password);
    await opened.locator('#wp-submit').click();
    await opened.waitForURL(/wp-admin/);
    return opened;
  }

  async function storeSettings(values: Readonly<Record<string, string>>): Promise<void> {
    await admin.goto(`${wordpress.url}/wp-admin/options-general.php?page=loyalty-elements`);
    for (const [label, value] of Object.entries(values)) await admin.getByLabel(label).fill(value);
    await admin.getByRole('button', { name: 'Save Changes' }).click();
    // The page removes what it was called with from its address.
    await admin.locator('.settings-error').first().waitFor();
  }

  it('is activated by an administrator, and prints nothing before it has settings', async () => {
    await admin.goto(`${wordpress.url}/wp-admin/plugins.php`);
    await admin.locator(`[data-slug=${NAME}] .activate a`).click();
    await admin.locator(`[data-slug=${NAME}] .deactivate a`).waitFor();
    const html = await (await fetch(page)).text();
    expect(html).toContain('<loyalty-balance variant="card">');
    expect(html).not.toMatch(/loyalty-provider|loyalty\.js|onclick/);
  });

  it('stores the settings of its page, and never shows the secret', async () => {
    await storeSettings({ 'Address of the service': service.url, Platform: shop.platform, Secret: SECRET });
    await expect.poll(() => admin.locator('.notice-success').count()).toBe(1);
    expect(await admin.content()).not.toContain(SECRET);
    expect(await admin.getByText('A secret is stored').count()).toBe(1);
    await storeSettings({ Platform: shop.platform }); // an empty field keeps the secret
    expect(wordpress.run('echo LoyaltyElements\\secret();')).toBe(SECRET);
  });

  it('refuses an address without https, says why, and keeps the old one', async () => {
    await storeSettings({ 'Address of the service': 'http://api.acme.example.com/api' });
    expect(await admin.getByText('must begin with https').count()).toBe(1);
    expect(wordpress.run(`echo LoyaltyElements\\settings()['base_url'];`)).toBe(service.url);
  });

  it('shows a member the points of the service', async () => {
    const member = await signedIn(MEMBER);
    const response = await member.goto(page);
    await expect.poll(() => shownIn(member.locator('loyalty-balance'))).toMatch(/\d[\d,]* points/);
    await expect.poll(() => shownIn(member.locator('loyalty-tier'))).toMatch(/\w/);
    expect(response!.headers()['cache-control']).toContain('no-store');
    const html = await response!.text();
    expect(html).not.toContain(SECRET);
    expect(html).not.toContain('signed-out');
    const { signature, 'signed-at': signedAt, 'customer-id': id } = attributesOf(html, 'loyalty-provider');
    expect(id).toBe(String(MEMBER.id));
    expect(signature).toBe(signCustomerId(id!, SECRET, { signedAt: new Date(Number(signedAt) * 1_000) }));
    expect(attributesOf(html, 'loyalty-wishlist-button')).toMatchObject({
      'product-name': 'Members',
      'product-url': page.replace('&', '&#038;'),
    });
    await member.context().close();
  });

  it('shows a guest the link to the sign-in page in a small box, on a page that may be cached', async () => {
    const guest = await newPage();
    const response = await guest.goto(page);
    await guest.locator('loyalty-tier a[slot=signed-out]').waitFor();
    expect((await guest.locator('loyalty-tier').boundingBox())!.height).toBeLessThanOrEqual(96);
    expect(await guest.locator('loyalty-tier a').getAttribute('href')).toContain('wp-login.php');
    expect(response!.headers()['cache-control'] ?? '').not.toContain('no-store');
    expect(attributesOf(await response!.text(), 'loyalty-provider')).toMatchObject({ 'customer-id': '' });
    await guest.context().close();
  });

  it('leaves the outline of the focus to the buttons in elements, in a theme that outlines whatever has it', async () => {
    const guest = await newPage();
    await guest.goto(page);
    await guest.addStyleTag({ content: ':where(*:focus) { outline: 2px solid }' });
    const heart = guest.locator('loyalty-wishlist-button');
    await heart.locator('[part~=heart-button]').focus();
    expect(
      await heart.evaluate((one) => [one.matches(':focus'), getComputedStyle(one).outlineStyle]),
    ).toEqual([true, 'none']);
    await guest.context().close();
  });

  it('offers its blocks in the editor', async () => {
    await admin.goto(`${wordpress.url}/wp-admin/post-new.php?post_type=page`);
    const names = () =>
      admin.evaluate(() =>
        (window as unknown as { wp: { blocks: { getBlockTypes(): { name: string }[] } } }).wp.blocks
          .getBlockTypes()
          .map(({ name }) => name)
          .filter((name) => name.startsWith('loyalty-elements/')),
      );
    await expect.poll(names).toHaveLength(9);
  });

  describe('the message about a product', () => {
    const isForGuests = (code: string): boolean => {
      const html = wordpress.run(`echo ${code};`);
      expect(html).toContain('product-id=');
      return / guests[ >]/.test(html);
    };

    it.each([
      ['loyalty_alert', '', false],
      ['loyalty_alert', 'guests', true],
      ['loyalty_alert', 'GUESTS', true],
      ['loyalty_alert', 'guests="yes"', true],
      ['loyalty_alert', 'guests="1"', true],
      ['loyalty_alert', 'guests="no"', false],
      ['loyalty_alert', 'guests="false"', false],
      ['loyalty_alert', 'kind="guests"', false],
      ['loyalty_heart', 'guests', false],
    ])('by the shortcode %s with %j is for guests, too: %s', (name, attributes, isFor) => {
      const product = page.split('=').at(-1);
      expect(isForGuests(`do_shortcode('[${name} product="${product}" ${attributes}]')`)).toBe(isFor);
    });

    it('by its block is for guests where the editor says so', async () => {
      const product = Number(page.split('=').at(-1));
      const block = (more: object) =>
        `do_blocks('<!-- wp:loyalty-elements/alert ${JSON.stringify({ product, ...more })} /-->')`;
      expect([isForGuests(block({})), isForGuests(block({ guests: true }))]).toEqual([false, true]);

      await admin.goto(`${wordpress.url}/wp-admin/post-new.php?post_type=page`);
      const content = () => admin.evaluate(`wp.data.select('core/editor').getEditedPostContent()`);
      await admin.waitForFunction(`window.wp?.blocks?.getBlockType('loyalty-elements/alert')`);
      await admin.evaluate(`(() => {
        wp.data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false);
        const block = wp.blocks.createBlock('loyalty-elements/alert');
        wp.data.dispatch('core/block-editor').insertBlock(block);
        wp.data.dispatch('core/edit-post').openGeneralSidebar('edit-post/block');
      })()`);
      const guests = admin.getByLabel('Guests can ask, too');
      await guests.check();
      await expect.poll(content).toContain('<!-- wp:loyalty-elements/alert {"guests":true} /-->');
      await guests.uncheck();
      await expect.poll(content).toContain('<!-- wp:loyalty-elements/alert /-->');
    });
  });

  it('declares that it works with the order tables and the block cart of WooCommerce', () => {
    const declared = wordpress.run(`
      eval('namespace Automattic\\WooCommerce\\Utilities; class FeaturesUtil {
        public static function declare_compatibility($feature, $file, $is) { echo $feature, $is ? " yes " : " no "; }
      }');
      do_action('before_woocommerce_init');`);
    expect(declared).toBe('custom_order_tables yes cart_checkout_blocks yes ');
  });

  describe('in a shop with the hooks of WooCommerce', () => {
    const variations = [
      { variation_id: 71, display_price: 21, attributes: { attribute_pa_size: 'small' } },
      { variation_id: 72, display_price: 29.5, attributes: { attribute_pa_size: 'large' } },
    ];
    let lamp = '';
    let chair = '';
    let grid = '';

    beforeAll(async () => {
      const plugin = `'${WOOCOMMERCE}/${WOOCOMMERCE}.php'`;
      wordpress.run(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin(${plugin});`);
      const publish = (type: string, title: string, content: string, meta: object = {}) =>
        wordpress.run(`echo wp_insert_post(array('post_type' => '${type}', 'post_status' => 'publish', 'post_title' => '${title}',
          'post_content' => '${content}', 'meta_input' => json_decode('${JSON.stringify(meta)}', true)));`);
      lamp = publish('product', 'Linen lamp', '', { price: '21', variations: JSON.stringify(variations) });
      chair = publish('product', 'Oak chair', '', { price: '120' });
      const query = JSON.stringify({ query: { postType: 'product', perPage: 10, inherit: false } });
      grid = publish(
        'page',
        'Shop',
        `[products]<!-- wp:query ${query} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:loyalty-elements/heart /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
      );
      await admin.goto(`${wordpress.url}/wp-admin/options-general.php?page=loyalty-elements`);
      for (const label of [/beside the cart button/, /below each product/])
        await admin.getByLabel(label).check();
      await admin.getByRole('button', { name: 'Save Changes' }).click();
      await admin.locator('.notice-success').waitFor();
    });

    it('has a heart for each product of a grid, from the hook of the loop and from the block in a query', async () => {
      const html = await (await fetch(`${wordpress.url}/?page_id=${grid}`)).text();
      const ids = [...html.matchAll(/<loyalty-wishlist-button product-id="(\d+)"/g)].map(([, id]) => id);
      expect(html.indexOf('<ul class="products">')).toBeGreaterThan(0);
      expect(ids.sort()).toEqual([lamp, lamp, chair, chair].sort());
      expect(html).toContain('product-price="120.00" product-currency="EUR"');
    });

    it('saves the variation that is chosen in the form, and the product while none is', async () => {
      const member = await signedIn(MEMBER);
      const response = await member.goto(`${wordpress.url}/?post_type=product&p=${lamp}`);
      expect(response!.headers()['cache-control']).toContain('no-store');
      const heart = member.locator('form loyalty-wishlist-button');
      const said = () =>
        heart.evaluate((one) =>
          ['variant-id', 'variant-name', 'product-price'].map((name) => one.getAttribute(name)),
        );
      const size = member.getByLabel('Size');
      const pressed = () => heart.locator('[aria-pressed]').getAttribute('aria-pressed');
      expect(await said()).toEqual([null, null, '21.00']);
      await size.selectOption('Large');
      await expect.poll(said).toEqual(['72', 'Large', '29.50']);
      await expect.poll(pressed).toBe('false');
      await heart.locator('[part~=heart-button]').click();
      await expect.poll(pressed).toBe('true');
      await size.selectOption('Small');
      await expect.poll(said).toEqual(['71', 'Small', '21.00']);
      await expect.poll(pressed).toBe('false');
      await size.selectOption('');
      await expect.poll(said).toEqual([null, null, '21.00']);
      await size.selectOption('Large');
      await expect.poll(pressed).toBe('true');
      await member.context().close();
    });

    it('loads the script of variations on pages of products with variations only', async () => {
      const page = async (id: string) => (await fetch(`${wordpress.url}/?post_type=product&p=${id}`)).text();
      expect(await page(lamp)).toContain('product/variations.js');
      expect(await page(chair)).toContain(`product-id="${chair}"`);
      expect(await page(chair)).not.toContain('product/variations.js');
    });
  });

  it('shows everybody as a guest without a secret', async () => {
    wordpress.run(`delete_option('loyalty_elements_secret');`);
    const member = await signedIn(MEMBER);
    const html = await (await member.goto(page))!.text();
    const provider = attributesOf(html, 'loyalty-provider');
    // The time is on the pages of guests, too: it says how old a cached page is.
    expect([provider['customer-id'], provider['signature'], provider['signed-at']]).toEqual([
      '',
      undefined,
      expect.stringMatching(/^\d+$/),
    ]);
    await member.context().close();
  });

  it('deletes its settings with itself', () => {
    const left = wordpress.run(`
      define('WP_UNINSTALL_PLUGIN', 'loyalty-elements/loyalty-elements.php');
      require WP_PLUGIN_DIR . '/loyalty-elements/uninstall.php';
      echo json_encode(array(get_option('loyalty_elements'), get_option('loyalty_elements_secret')));`);
    expect(left).toBe('[false,false]');
  });

  it('causes no warning of PHP', () => {
    expect(wordpress.problems().filter((line) => line.includes(NAME))).toEqual([]);
  });
});
