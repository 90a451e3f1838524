import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shop } from '../../demo/sample/shop.ts';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import type { LoyaltyBalance } from '../../src/index.ts';
import { recordShifts } from '../support/layout-shift.ts';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';
import { settled, shownIn, watch } from '../support/shop-open.ts';
import {
  shopProject,
  startGuideExample,
  writeGuideExample,
  type RunningExample,
  type ShopProject,
} from '../support/ssr-project.ts';

const MARA = '1002';
const WIDTHS = [360, 768, 1280];

let project: ShopProject;
let example: RunningExample;
let database: FreshDatabase;
let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  project = shopProject();
  writeGuideExample(project);
  database = await freshDatabase();
  // The service has to know the port of the example, which starts after it. A server holds the port until then.
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  service = await startService({
    databaseUrl: database.url,
    shopOrigins: [`http://127.0.0.1:${port}`],
    secret: SECRET,
    secretKeys: KEYS,
    log: () => {},
  });
  holder.close();
  await once(holder, 'close');
  example = await startGuideExample(project, {
    PORT: String(port),
    LOYALTY_BASE_URL: service.url,
    LOYALTY_PLATFORM: shop.platform,
    SHOP_SECRET: SECRET,
  });
  const options = await launchOptions();
  // A page with a changed response could not reach the service: the browser no longer treats it as a local page.
  const args = [...options.args, '--disable-features=LocalNetworkAccessChecks'];
  browser = await chromium.launch({ ...options, args });
});
afterAll(async () => {
  await browser?.close();
  await example?.stop();
  await service?.stop();
  await database?.drop();
  project?.remove();
});

/** A visit of the guide's page, and the console lines and errors of the browser. */
interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console lines and uncaught errors. */
  readonly problems: string[];
  /** Paths of requests to the service. */
  readonly calls: string[];
}

async function visit({ customer, width = 1280 }: { customer?: string; width?: number }): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  if (customer) await context.addCookies([{ name: 'customer', value: customer, url: example.url }]);
  const { page } = watch(await context.newPage());
  const problems: string[] = [];
  const calls: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (request.url().startsWith(service.url)) calls.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(recordShifts);
  await page.route('**/products/*.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  return { context, page, problems, calls };
}

/** Waits for a painted frame, so that the last layout shift is recorded. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return (window as unknown as { shifts: unknown }).shifts;
  });
const NO_SHIFT = { value: 0, sources: [] };

/** Delays matching requests until `release` is called. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Changes the response of the server for the page. */
const changePage = (page: Page, change: (html: string) => string, policy?: (header: string) => string) =>
  page.route(`${example.url}/`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    if (policy) headers['content-security-policy'] = policy(headers['content-security-policy']!);
    await route.fulfill({ response, headers, body: change(await response.text()) });
  });

const isSaved = (page: Page) => page.locator('loyalty-wishlist-button button').getAttribute('aria-pressed');
const inlineBalance = (page: Page) => page.locator('p loyalty-balance');
const showsPoints = (page: Page) =>
  expect.poll(() => shownIn(inlineBalance(page))).toMatch(/^2,280\s+points$/);

/** In the page: every node in the shadow roots that the server rendered, `<slot>` and `<style>` included. */
function nodesInElements(): Element[] {
  return [...document.querySelectorAll('*')]
    .filter(({ localName }) => localName.startsWith('loyalty-') && localName !== 'loyalty-provider')
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('*') ?? [])]);
}

describe('page that a server rendered with the guide’s example', () => {
  test('shows the loading state of every element with its styles and without a request before any script has run', async () => {
    const { context, page, calls, problems } = await visit({ customer: MARA });
    const release = await hold(page, '**/browser.js');
    await page.goto(example.url, { waitUntil: 'commit' });
    await page.locator('p', { hasText: 'Terms of the programme' }).waitFor();
    expect(await page.locator('loyalty-tier:not(:defined) [aria-busy=true]').isVisible()).toBe(true);
    const skeleton = page.locator('loyalty-tier .skeleton').first();
    expect(await skeleton.evaluate((node) => getComputedStyle(node).color)).toBe('rgba(0, 0, 0, 0)');
    expect(await page.locator('loyalty-rewards').evaluate((rewards) => rewards.clientHeight)).toBeGreaterThan(
      300,
    );
    expect(calls).toEqual([]);
    release();
    await showsPoints(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('hydrates the nodes of the server and shows the data of the service, without a console line', async () => {
    const { context, page, problems } = await visit({ customer: MARA });
    const releaseScript = await hold(page, '**/browser.js');
    const releaseService = await hold(page, `${service.url}/**`);
    await page.goto(example.url, { waitUntil: 'commit' });
    await page.locator('p', { hasText: 'Terms of the programme' }).waitFor();
    await page.evaluate(`window.rendered = (${nodesInElements})()`);
    releaseScript();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('*')]
        .filter(({ localName }) => localName.startsWith('loyalty-') && localName !== 'loyalty-provider')
        .every((element) => (element as { hasUpdated?: boolean }).hasUpdated),
    );
    // The service has not answered: every node is still one of the server. Rows that do not fit the box have been removed.
    const [serverNodes, added] = (await page.evaluate(
      `(() => { const now = (${nodesInElements})(); return [now.filter((node) => rendered.includes(node)).length, now.filter((node) => !rendered.includes(node)).length]; })()`,
    )) as [number, number];
    expect(added).toBe(0);
    expect(serverNodes).toBeGreaterThan(40);
    releaseService();
    await showsPoints(page);
    await settled(page);
    expect(
      await page
        .locator('loyalty-balance')
        .nth(1)
        .evaluate((card) => (card as LoyaltyBalance).points),
    ).toBe(2_280);
    expect(await shownIn(page.locator('loyalty-tier'))).toMatch(/320 points to/);
    expect(await page.locator('loyalty-rewards [part~=row]').count()).toBe(4);
    expect(
      await page.evaluate(
        'rendered.includes(document.querySelector("loyalty-wishlist-button").shadowRoot.querySelector("button"))',
      ),
    ).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('hydrates the nodes of the server, then shows the answers of the page in the same frame, without a request for them', async () => {
    const { context, page, problems, calls } = await visit({ customer: MARA });
    const releaseService = await hold(page, `${service.url}/**`);
    await changePage(
      page,
      (html) => {
        const answers = JSON.stringify({
          customer_id: MARA,
          signature: /signature="(\w+)"/.exec(html)![1],
          answered_at: Math.floor(Date.now() / 1_000),
          balances: { points: { available: 1_111 } },
        });
        const meta = `<meta name="loyalty-first-answers" content="${answers.replaceAll('"', '&quot;')}">`;
        // The base of the server's balance is marked, and what is in the frame after the elements have run is recorded.
        const record = `<script>addEventListener('DOMContentLoaded', () => {
        const balance = document.querySelector('loyalty-balance').shadowRoot;
        window.rendered = balance.querySelector('style');
        customElements.whenDefined('loyalty-balance').then(() =>
          requestAnimationFrame(() => {
            window.firstFrame = balance.querySelector('[part=value]').textContent;
            window.isKept = balance.querySelector('style') === window.rendered;
          }));
      });</script>`;
        return html.replace('<title>', `${meta}${record}<title>`);
      },
      (header) => header.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    );
    await page.goto(example.url);
    await expect
      .poll(() => page.evaluate(() => (window as { firstFrame?: string }).firstFrame))
      .toBe('1,111');
    expect(await page.evaluate(() => (window as { isKept?: boolean }).isKept)).toBe(true);
    releaseService();
    await expect.poll(() => shownIn(page.locator('loyalty-tier'))).toMatch(/320 points to/);
    await settled(page);
    expect(calls.filter((call) => call.endsWith('/balances'))).toEqual([]);
    expect(await shiftsOf(page)).toEqual(NO_SHIFT);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('saves a product by a click on the hydrated wishlist button, and shows it from the cache after a reload', async () => {
    const { context, page, problems } = await visit({ customer: MARA });
    await page.goto(example.url);
    await settled(page);
    expect(await isSaved(page)).toBe('false');
    await page.locator('loyalty-wishlist-button button').click();
    await expect.poll(() => isSaved(page)).toBe('true');
    await expect.poll(() => shownIn(page.locator('loyalty-wishlist'))).toContain('Linen lamp');

    // The cached state is shown at once, although the server rendered the button as not saved.
    const release = await hold(page, `${service.url}/**`);
    await page.reload();
    await expect.poll(() => isSaved(page)).toBe('true');
    release();
    await settled(page);
    await page.locator('loyalty-wishlist-button button').click();
    await expect.poll(() => isSaved(page)).toBe('false');
    await settled(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  describe.each([
    ['a customer', MARA],
    ['a guest', undefined],
  ])('of %s', (_who, customer) => {
    test.each(WIDTHS)(
      'does not move at %i px while the script and the responses arrive late',
      async (width) => {
        const { context, page, problems } = await visit({ width, ...(customer && { customer }) });
        const releaseScript = await hold(page, '**/browser.js');
        const releaseService = await hold(page, `${service.url}/**`);
        await page.goto(example.url, { waitUntil: 'commit' });
        await page.locator('p', { hasText: 'Terms of the programme' }).waitFor();
        expect(await shiftsOf(page)).toEqual(NO_SHIFT);
        releaseScript();
        await page.locator('loyalty-account:defined').waitFor();
        expect(await shiftsOf(page)).toEqual(NO_SHIFT);
        releaseService();
        await settled(page);
        expect(await shiftsOf(page)).toEqual(NO_SHIFT);
        expect(problems).toEqual([]);
        await context.close();
      },
    );
  });

  test('shows a guest the sign-in texts and sends no request to the service', async () => {
    const { context, page, problems, calls } = await visit({});
    await page.goto(example.url);
    await expect.poll(() => shownIn(inlineBalance(page))).toBe('Members earn points');
    await expect
      .poll(() => shownIn(page.locator('loyalty-rewards')))
      .toContain('Sign in to see your rewards.');
    await expect.poll(() => page.locator('loyalty-account input').count()).toBeGreaterThan(1);
    // A guest's products are stored on the device.
    const heart = page.locator('loyalty-wishlist-button button');
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    expect(calls).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([2, 6])('does not move where the theme shows %i rewards', async (rows) => {
    const { context, page } = await visit({ customer: MARA });
    await page.route('**/theme.css', (route) =>
      route.fulfill({ contentType: 'text/css', body: `:root { --loyalty-rewards-rows: ${rows}; }` }),
    );
    await changePage(page, (html) =>
      html.replace('<title>', '<link rel="stylesheet" href="/theme.css"><title>'),
    );
    const release = await hold(page, '**/browser.js');
    await page.goto(example.url, { waitUntil: 'commit' });
    await page.locator('p', { hasText: 'Terms of the programme' }).waitFor();
    release();
    await settled(page);
    expect(await page.locator('loyalty-rewards [part~=row]').count()).toBe(rows);
    expect(await shiftsOf(page)).toEqual(NO_SHIFT);
    await context.close();
  });

  test('shows the texts of the provider, which the server did not have', async () => {
    const { context, page, problems } = await visit({ customer: MARA });
    const messages = JSON.stringify({ 'Save {product} to your wishlist': '{product} merken' }).replaceAll(
      '"',
      '&quot;',
    );
    await changePage(page, (html) =>
      html.replace('<loyalty-provider', `<loyalty-provider messages="${messages}"`),
    );
    await page.goto(example.url);
    const button = page.locator('loyalty-wishlist-button button');
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Linen lamp merken');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('page that cannot be hydrated', () => {
  test('because of an older version is rendered again, once, in the same box', async () => {
    const { context, page, problems } = await visit({ customer: MARA });
    await changePage(page, (html) => html.replaceAll(/<!--lit-part [^ ]+=-->/g, '<!--lit-part b2xkZXI=-->'));
    await page.goto(example.url);
    await showsPoints(page);
    await settled(page);
    expect(await page.locator('loyalty-tier [part~=base]').count()).toBe(1);
    expect(await shiftsOf(page)).toEqual(NO_SHIFT);
    expect(problems).toEqual([]);
    await context.close();
  });

  const SUPPORT = "import '@lit-labs/ssr-client/lit-element-hydrate-support.js';";
  const ELEMENTS = "import 'loyalty-elements';";
  test.each([
    ['lacks hydration support', ELEMENTS],
    ['loads hydration support after Lit', `${ELEMENTS}${SUPPORT}`],
  ])('because its script %s is rendered again, once, in the same box', async (_fault, script) => {
    project.write('bare.js', script);
    const build = [
      'esbuild',
      'bare.js',
      '--bundle',
      '--format=esm',
      '--outfile=bare-bundle.js',
      '--log-level=warning',
    ];
    execFileSync('npx', ['--no-install', ...build], { cwd: project.directory, stdio: 'inherit' });
    const body = readFileSync(path.join(project.directory, 'bare-bundle.js'), 'utf8');
    const { context, page, problems } = await visit({ customer: MARA });
    await page.route('**/browser.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(example.url);
    await showsPoints(page);
    await settled(page);
    expect(await page.locator('loyalty-tier [part~=base]').count()).toBe(1);
    expect(await shiftsOf(page)).toEqual(NO_SHIFT);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('with its styles, because its policy lacks their hashes, gets them from the script', async () => {
    const { context, page, problems } = await visit({ customer: MARA });
    const release = await hold(page, '**/browser.js');
    await changePage(
      page,
      (html) => html.replace(/<link rel="stylesheet"[^>]*>/, ''),
      (header) => header.replaceAll(/ 'sha256-[^']+'/g, ''),
    );
    await page.goto(example.url, { waitUntil: 'commit' });
    await page.locator('p', { hasText: 'Terms of the programme' }).waitFor();
    const display = () => page.locator('loyalty-tier').evaluate((tier) => getComputedStyle(tier).display);
    expect(await display()).toBe('inline');
    release();
    await showsPoints(page);
    await settled(page);
    expect(await display()).toBe('block');
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((text) => !/style/.test(text))).toEqual([]);
    await context.close();
  });
});
