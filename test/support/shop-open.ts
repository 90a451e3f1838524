import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import type { DemoProxyOptions } from '../../demo/proxy.ts';
import type { RunningProxy } from '../../src/proxy/node.ts';
import type { MailSettings } from '../../demo/service/messages/mail.ts';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { users } from '../../demo/sample/users.ts';
import { listenStorefront } from '../../demo/storefront/index.ts';
import { expect } from 'vitest';
import { freshDatabase, KEYS, type FreshDatabase } from './database-fresh.ts';
import { elementsThatLoad } from './tabs-open.ts';

/** Service, storefront and database of a test. */
export interface RunningShop {
  readonly url: string;
  /** Base address of the service, `/api` included. */
  readonly serviceUrl: string;
  readonly database: FreshDatabase;
  /** Stops the service and starts it again at the same address. */
  restartService(): Promise<void>;
  stopService(): Promise<void>;
  close(): Promise<void>;
}

/** A running shop, and the browser of the test. */
export interface OpenShop extends RunningShop {
  readonly browser: Browser;
}

/** With `proxy`, customers sign in on the page and pages contain no signature. `mail` is the SMTP server. */
export interface ShopOptions {
  proxy?: (options: DemoProxyOptions) => Promise<Pick<RunningProxy, 'url' | 'stop'>>;
  mail?: MailSettings;
  signInMethod?: 'password' | 'code';
  /** Origin of the shop in browsers, where another server is in front. */
  publicUrl?: string;
}

export async function openShop(options: ShopOptions = {}): Promise<OpenShop> {
  // The browser starts first: if that fails, nothing else has to be stopped.
  const browser = await chromium.launch(await launchOptions());
  const shop = await startShop(options);
  return {
    ...shop,
    browser,
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

export async function startShop({
  proxy: startProxy,
  mail,
  ...pages
}: ShopOptions = {}): Promise<RunningShop> {
  const database = await freshDatabase();
  const storefront = await listenStorefront();
  const start = (port = 0): Promise<RunningService> =>
    startService({
      databaseUrl: database.url,
      port,
      shopOrigins: [storefront.url],
      secret: 's3cret',
      secretKeys: KEYS,
      mail,
      log: () => {},
    });
  let service = await start();
  const proxy = await startProxy?.({
    serviceUrl: service.url,
    shopOrigin: storefront.url,
    secret: 's3cret',
  });
  storefront.open({ proxyUrl: proxy?.url, serviceUrl: service.url, secret: 's3cret', ...pages });
  return {
    url: storefront.url,
    serviceUrl: service.url,
    database,
    async restartService() {
      await service.stop();
      service = await start(Number(new URL(service.url).port));
    },
    stopService: () => service.stop(),
    async close() {
      await storefront.stop();
      await proxy?.stop();
      await service.stop();
      await database.drop();
    },
  };
}

/** A page with its errors and its requests to the service. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errors: string[];
  /** `METHOD /path` below the service's base address, without preflights. */
  readonly calls: string[];
}

export async function openPage(
  shop: OpenShop,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Watched> {
  const context = await shop.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return watch(await context.newPage());
}

/** Requests of a watched page without an answer. */
const pendingRequests = new WeakMap<Page, Set<Request>>();

export function watch(page: Page): Watched {
  const errors: string[] = [];
  const calls: string[] = [];
  const pending = new Set<Request>();
  pendingRequests.set(page, pending);
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    // The browser does not report all aborted requests of the previous document as failed.
    for (const request of pending) if (!request.isNavigationRequest()) pending.delete(request);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'OPTIONS') {
      calls.push(`${request.method()} ${pathname.slice('/api'.length)}`);
    }
  });
  return { page, context: page.context(), errors, calls };
}

/** Signs in as a sample customer, by first name. */
export async function signIn({ page }: Watched, shop: OpenShop, firstName: string): Promise<void> {
  await page.goto(`${shop.url}/sign-in`);
  await page.locator('button', { hasText: firstName }).first().click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

/** Signs in to the dashboard as the administrator. */
export async function signInToDashboard(page: Page, { serviceUrl }: OpenShop): Promise<void> {
  await page.goto(new URL('/dashboard', serviceUrl).href);
  await page.getByLabel('User name').fill(users.administrator.username);
  await page.getByLabel('Password').fill(users.administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Adds an API token in the dashboard, with these permissions (`Read`, `Write`) by their section. Returns its value. */
export async function addApiToken(
  page: Page,
  shop: OpenShop,
  permissions: Readonly<Record<string, 'Read' | 'Write'>>,
): Promise<string> {
  await signInToDashboard(page, shop);
  await page.getByRole('link', { name: 'API tokens' }).first().click();
  await page.getByRole('link', { name: 'Add token' }).click();
  await page.getByLabel('Name').fill('Test');
  for (const [section, permission] of Object.entries(permissions))
    await page.getByRole('group', { name: section }).getByLabel(permission).check();
  await page.getByRole('button', { name: 'Add token' }).click();
  return page.locator('.secret code').innerText();
}

/**
 * Creates a gift registry "Our wedding" on the page of the lists, and adds a product to it by the service. Returns the link of its page.
 * @param shopUrl where the shop is
 */
export async function createRegistry(page: Page, shopUrl: string, day = '2099-06-01'): Promise<Locator> {
  await page.goto(`${shopUrl}/account/lists`);
  const lists = page.locator('main loyalty-lists');
  await lists.getByRole('button', { name: 'New list' }).click();
  await lists.getByLabel('Name of the list').fill('Our wedding');
  await lists.getByLabel('Type of list').selectOption('registry');
  await lists.getByLabel('Date of the event').fill(day);
  await lists.getByRole('button', { name: 'Create list' }).click();
  const link = lists.getByRole('link', { name: 'Our wedding' });
  await link.waitFor();
  await addProduct(page, (await link.getAttribute('href'))!.split('/').at(-1)!);
  return link;
}

/** Shares the list of a `<loyalty-share>`. Returns the link. */
export async function makeLink(share: Locator): Promise<string> {
  await share.getByRole('button', { name: 'Share this list' }).click();
  const link = share.getByLabel('Link to this list');
  await link.waitFor();
  return link.inputValue();
}

/** The visible text of an element, shadow root included. Empty while it loads, because a skeleton contains text too. */
export const shownIn = (element: Locator): Promise<string> =>
  element.evaluate((host) =>
    host.shadowRoot?.querySelector('[aria-busy=true]')
      ? ''
      : [...(host.shadowRoot?.children ?? [])]
          .filter(({ localName }) => localName !== 'style')
          .map((child) => (child as HTMLElement).innerText)
          .join('\n')
          // Invisible characters around English texts in a page with dir="rtl".
          .replace(/[\u2066-\u2069]/g, ''),
  );

const CHECKS_WITHOUT_REQUEST = 10;

/**
 * Waits until no element on the page loads and no request is pending, in ten consecutive checks: between two steps of a page
 * there are moments without a request. A timeout names what is still loading.
 */
export async function settled(page: Page): Promise<void> {
  const pending = pendingRequests.get(page);
  if (!pending) throw new Error('settled() needs a page from openPage() or watch().');
  let passed = 0;
  const check = async () => {
    const waitsFor = [
      ...(await page.evaluate(elementsThatLoad)),
      ...[...pending].map((request) => request.url()),
    ];
    passed = waitsFor.length ? 0 : passed + 1;
    return waitsFor.length || passed >= CHECKS_WITHOUT_REQUEST ? waitsFor : ['more checks without a request'];
  };
  await page.waitForLoadState('load');
  await expect.poll(check).toEqual([]);
}

/** Adds three pieces of a product to a list as the page's customer: the page of a product has no menu to choose a list. */
const addProduct = (page: Page, list: string): Promise<void> =>
  page.evaluate(async (handle) => {
    const { loyalty } = document.querySelector('loyalty-provider') as unknown as {
      loyalty: {
        profileId(): Promise<string>;
        call(endpoint: object, parameters: object): Promise<unknown>;
      };
    };
    const profile = await loyalty.profileId();
    const path = '/v3/profiles/{profile}/lists/{list}/items';
    const body = { product_id: 'hp-1001', quantity: 3 };
    await loyalty.call(
      { method: 'POST', path, id: 'profiles.lists.items.store' },
      { profile, list: handle, body },
    );
  }, list);
