import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { SAMPLE_PASSWORD, startDemoProxy } from '../../demo/proxy.ts';
import { openShop, settled, shownIn, watch, type OpenShop, type Watched } from '../support/shop-open.ts';

const MARA = 'mara.lindqvist@example.com';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ proxy: startDemoProxy });
});
afterAll(() => shop?.close());

async function open(path: string, context?: BrowserContext): Promise<Watched> {
  const page = await (
    context ?? (await shop.browser.newContext({ viewport: { width: 1280, height: 900 } }))
  ).newPage();
  const watched = watch(page);
  await page.goto(shop.url + path);
  return watched;
}

async function signIn(page: Page, password = SAMPLE_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(MARA);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Submits a password, and gives the error message of the form. */
async function trySignIn(page: Page, password: string): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/login'));
  await signIn(page, password);
  await answer;
  const problem = page.locator('loyalty-account [role=alert]');
  await expect.poll(() => problem.innerText()).not.toBe('');
  return problem.innerText();
}
const headerPoints = (page: Page) => shownIn(page.locator('header loyalty-balance'));

describe('shop whose customers sign in through the proxy', () => {
  test('signs in without a reload, in every tab, and requests no token on the next pages', async () => {
    const first = await open('/sign-in');
    const second = await open('/account', first.context);
    await signIn(first.page);
    for (const { page } of [first, second]) {
      await expect.poll(() => headerPoints(page)).toMatch(/2,280/);
      await expect.poll(() => page.locator('.site-tools').innerText()).toContain('My account');
      await expect.poll(() => page.locator('.site-footer').innerText()).toMatch(/Sign out/);
    }
    await expect.poll(() => shownIn(second.page.locator('loyalty-status'))).toMatch(/Harbour/);
    const logins: string[] = [];
    first.page.on('request', (request) => {
      if (/login|auth\/token/.test(request.url()) && request.method() === 'POST') logins.push(request.url());
    });
    await first.page.goto(`${shop.url}/wishlist`);
    await expect.poll(() => headerPoints(first.page)).toMatch(/2,280/);
    expect(logins).toEqual([]);
    expect([...first.errors, ...second.errors]).toEqual([]);
    await first.context.close();
  });

  test('loads what a page shows in one request', async () => {
    const { page, errors, context } = await open('/sign-in');
    await signIn(page);
    await expect.poll(() => headerPoints(page)).toMatch(/2,280/);
    // The number of saved products in the header loads the wishlist once, on the first page.
    await settled(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() !== 'OPTIONS' && request.resourceType() === 'fetch') calls.push(pathname + search);
    });
    await page.goto(`${shop.url}/account`);
    await expect.poll(() => shownIn(page.locator('loyalty-status'))).toMatch(/Harbour/);
    await expect.poll(() => shownIn(page.locator('loyalty-rewards'))).toMatch(/Claim/);
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['/page?show=balances,tier,tiers,rewards']);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('signs out in every tab, and deletes all data in the browser', async () => {
    const first = await open('/sign-in');
    const second = await open('/account', first.context);
    await signIn(first.page);
    await expect.poll(() => headerPoints(second.page)).toMatch(/2,280/);
    await first.page.locator('loyalty-account').getByRole('button', { name: 'Sign out' }).click();
    for (const { page } of [first, second]) {
      await expect
        .poll(() => page.locator('header loyalty-balance [slot=signed-out]').isVisible())
        .toBe(true);
    }
    await expect
      .poll(() => first.page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join('')))
      .toBe('');
    await first.context.close();
  });

  test('creates an account with a profile and zero points, and refuses a second one with the same e-mail', async () => {
    const visit = await open('/sign-in');
    const register = async (): Promise<void> => {
      await visit.page.getByRole('button', { name: 'New here?' }).click();
      await visit.page.getByLabel('First name').fill('Wilma');
      await visit.page.getByLabel('Email').fill('wilma.new@example.com');
      await visit.page.getByRole('textbox', { name: 'Password' }).fill('a long password');
      await visit.page.getByRole('button', { name: 'Create account' }).click();
    };
    await register();
    await expect.poll(() => headerPoints(visit.page)).toMatch(/^0\s/);
    const profile = await shop.database.db
      .selectFrom('profiles')
      .select('first_name')
      .where('email', '=', 'wilma.new@example.com')
      .executeTakeFirst();
    expect(profile).toEqual({ first_name: 'Wilma' });
    await visit.page.locator('loyalty-account').getByRole('button', { name: 'Sign out' }).click();
    await register();
    await expect.poll(() => shownIn(visit.page.locator('loyalty-account'))).toMatch(/already|taken|in use/i);
    await visit.context.close();
  });

  test('shows an error for a wrong password, and asks to wait after five attempts', async () => {
    const visit = await open('/sign-in');
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await trySignIn(visit.page, 'wrong')).toMatch(/Incorrect/);
    expect(await trySignIn(visit.page, 'wrong')).toMatch(/Too many attempts/);
    await visit.context.close();
  });

  test('has pages without customer id, signature and secret', async () => {
    for (const path of ['/', '/account', '/wishlist', '/sign-in']) {
      const text = await (await fetch(shop.url + path)).text();
      expect(text).not.toMatch(
        /signature=|customer-id=|s3cret|development-only|client_secret|harbour-and-pine/,
      );
    }
  });
});
