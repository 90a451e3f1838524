import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { signCustomerId } from '../../src/proxy/signature.ts';
import { freshDatabase, type FreshDatabase } from '../support/database-fresh.ts';
import { shownIn } from '../support/shop-open.ts';
import { startProcess, type StartedProcess } from '../support/start-process.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
});
afterAll(() => browser?.close());

/** A web server with one page: the given HTML, unchanged. */
async function servePage() {
  let html = '';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    show: (text: string) => (html = text),
    stop: () => void server.close(),
  };
}

/** `npm start` after its build, with a database of its own. */
async function startDemo(args: readonly string[]) {
  const database: FreshDatabase = await freshDatabase({ empty: true });
  const { SHOP_SECRET: _, ...env } = process.env;
  const demo = await startProcess(['--import', 'tsx', 'demo/start.ts', ...args], {
    env: { ...env, DATABASE_URL: database.url, PORT: '0' },
    ready: /Stop with Ctrl\+C/,
  });
  return {
    ...demo,
    async stop() {
      await demo.end();
      await database.drop();
    },
  };
}

/** All of the printed HTML, unchanged. */
const printedSnippet = (demo: StartedProcess): string =>
  /^<script [^]*^<\/?loyalty-.*>$/m.exec(demo.output())?.[0] ?? '';

async function open(url: string): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  return { page, problems };
}

const points = (page: Page) => shownIn(page.locator('loyalty-balance'));
const wishlistButton = (page: Page) => page.locator('loyalty-wishlist-button').getByRole('button');
const isSaved = (page: Page) => wishlistButton(page).getAttribute('aria-pressed');

/** Presses the wishlist button and checks that the change is stored: it is still there after a reload. */
async function pressWishlistButton(page: Page): Promise<void> {
  await expect.poll(() => isSaved(page)).toMatch(/true|false/);
  const expected = (await isSaved(page)) === 'true' ? 'false' : 'true';
  const saved = page.waitForResponse(
    (response) =>
      /\/lists?\b/.test(response.url()) &&
      response.request().method() !== 'GET' &&
      response.request().method() !== 'OPTIONS',
  );
  await wishlistButton(page).click();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect.poll(() => isSaved(page)).toBe(expected);
}

describe('page of another origin with the snippet that npm start prints', () => {
  let own: Awaited<ReturnType<typeof servePage>>;
  let foreign: typeof own;
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    [own, foreign] = [await servePage(), await servePage()];
    demo = await startDemo(['--origin', own.origin]);
    for (const site of [own, foreign]) site.show(printedSnippet(demo));
  });
  afterAll(async () => {
    await demo?.stop();
    own?.stop();
    foreign?.stop();
  });

  test('shows points to a customer of the page whom the service does not know, once they agreed to join', async () => {
    const id = 'own-customer';
    const secret = /with the secret (\S+?)\./.exec(demo.output())![1]!;
    const customer = `customer-id="${id}"\n  signature="${signCustomerId(id, secret)}" consent`;
    own.show(printedSnippet(demo).replace(/customer-id="[^]*?signature="\w+"/, customer));
    const { page } = await open(own.origin);
    await expect.poll(() => points(page)).toMatch(/^0\s*points/);
    own.show(printedSnippet(demo));
    await page.context().close();
  });

  test('saves a product of the page that the service does not know', async () => {
    const heart = `<loyalty-wishlist-button product-id="own-1" product-name="Oak chair"
      product-url="${own.origin}/chair"></loyalty-wishlist-button>`;
    own.show(printedSnippet(demo).replace(/<loyalty-wishlist-button[^]*<\/loyalty-wishlist-button>/, heart));
    const { page } = await open(own.origin);
    await pressWishlistButton(page);
    own.show(printedSnippet(demo));
    await page.context().close();
  });

  test('shows points, tier and rewards, and saves a product', async () => {
    const { page, problems } = await open(own.origin);
    await expect.poll(() => points(page)).toMatch(/2,280/);
    await expect.poll(() => shownIn(page.locator('loyalty-tier'))).toMatch(/Harbour/);
    await expect.poll(() => shownIn(page.locator('loyalty-rewards'))).toMatch(/Claim/);
    await pressWishlistButton(page);
    expect(problems).toEqual([]);
    expect(demo.errors()).not.toContain('Refused');
    await page.context().close();
  });

  test('of an origin that is not allowed is named on stderr, once, with the option that allows it', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const { page, problems } = await open(foreign.origin);
      // Both visits are refused, but only one line is printed.
      await expect.poll(() => problems.join('\n')).toMatch(/blocked by CORS policy/);
      await expect.poll(() => demo.errors()).toContain('Refused');
      await page.context().close();
    }
    const refused = demo
      .errors()
      .split('\n')
      .filter((line) => line.startsWith('Refused'));
    expect(refused).toEqual([
      `Refused a page of ${foreign.origin}: it is not an allowed origin. To allow it: npm start -- --origin ${own.origin} --origin ${foreign.origin}`,
    ]);
  });
});

describe('page of another origin with the snippet that npm start -- --proxy prints', () => {
  let own: Awaited<ReturnType<typeof servePage>>;
  let foreign: typeof own;
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    [own, foreign] = [await servePage(), await servePage()];
    demo = await startDemo(['--proxy', '--origin', own.origin]);
    for (const site of [own, foreign]) site.show(printedSnippet(demo));
  });
  afterAll(async () => {
    await demo?.stop();
    own?.stop();
    foreign?.stop();
  });
  async function signIn(page: Page): Promise<void> {
    const [, email = '', password = ''] =
      /Sign in on the page as\s+(\S+), password (\S+)/.exec(demo.output()) ?? [];
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('signs the printed customer in, shows points, tier and rewards, and saves a product', async () => {
    const { page, problems } = await open(own.origin);
    await signIn(page);
    await expect.poll(() => points(page)).toMatch(/2,280/);
    await expect.poll(() => shownIn(page.locator('loyalty-tier'))).toMatch(/Harbour/);
    await expect.poll(() => shownIn(page.locator('loyalty-rewards'))).toMatch(/Claim/);
    await pressWishlistButton(page);
    expect(problems).toEqual([]);
    expect(printedSnippet(demo)).not.toMatch(/signature|customer-id/);
    await page.context().close();
  });

  test('of an origin that is not allowed is named on stderr', async () => {
    const { page } = await open(foreign.origin);
    await signIn(page);
    await expect
      .poll(() => demo.errors())
      .toContain(
        `Refused a page of ${foreign.origin}: it is not an allowed origin. To allow it: npm start -- --proxy --origin ${own.origin} --origin ${foreign.origin}\n`,
      );
    await page.context().close();
  });
});

describe('npm start -- --code', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  beforeAll(async () => {
    demo = await startDemo(['--code']);
  });
  afterAll(() => demo?.stop());
  const printed = (pattern: RegExp) => pattern.exec(demo.output())?.[1] ?? '';

  test('opens a shop in which a customer signs in with the code of an e-mail, which its page shows', async () => {
    const email = printed(/Sign in on the page as\s+(\S+), with the code of the e-mail/);
    const { page, problems } = await open(`${printed(/is open:\s+(\S+)/)}/sign-in`);
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const mail = await page.context().newPage();
    const code = async () => {
      await mail.goto(printed(/E-mail to customers:\s+(\S+)/));
      return /\b(\d{6}) is your code/.exec(await mail.locator('body').innerText())?.[1] ?? '';
    };
    await expect.poll(code).toMatch(/^\d{6}$/);
    await page.getByLabel('6-digit code').fill(await code());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.poll(() => shownIn(page.locator('header loyalty-balance'))).toMatch(/2,280/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('prints the variables with which loyalty-proxy runs with its service', async () => {
    const command = /^ {4}LOYALTY_BASE_URL=[^]*?npx loyalty-proxy$/m.exec(demo.output())![0];
    const environment = Object.fromEntries(
      [...command.matchAll(/^ *([A-Z_]+)=(?:'(.*)'|(.*)) \\$/gm)].map(
        ([, name = '', quoted, plain]) => [name, quoted ?? plain] as const,
      ),
    );
    const proxy = await startProcess(['--import', 'tsx', 'src/proxy/main.ts'], {
      env: { PATH: process.env['PATH'], PORT: '0', ...environment },
      ready: /Loyalty proxy: (\S+)/,
    });
    const [{ email, password } = { email: '', password: '' }] = JSON.parse(
      environment['DEMO_CUSTOMERS']!,
    ) as { email: string; password: string }[];
    const answer = await fetch(`${proxy.ready}/login`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${email}:${password}`)}`,
        Origin: environment['LOYALTY_ORIGINS']!,
      },
    });
    expect([answer.status, proxy.errors()]).toEqual([200, '']);
    await proxy.end();
  });
});
