import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { SAMPLE_PASSWORD, startDemoProxy } from '../../demo/proxy.ts';
import { openShop, shownIn, watch, type OpenShop, type Watched } from '../support/shop-open.ts';

/** Passwords are hashed slowly on purpose, and machines differ. */
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
  await page.getByLabel('E-mail').fill(MARA);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Tries a password, and answers what the form says to it. */
async function trySignIn(page: Page, password: string): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/login'));
  await signIn(page, password);
  await answer;
  const problem = page.locator('loyalty-account [role=alert]');
  await expect.poll(() => problem.innerText()).not.toBe('');
  return problem.innerText();
}
const headerPoints = (page: Page) => shownIn(page.locator('header loyalty-balance'));

describe('a shop whose customers sign in through the proxy', () => {
  test('signs in without a reload, in every tab; the next pages ask for no password and no token', async () => {
    const first = await open('/sign-in');
    const second = await open('/account', first.context);
    await signIn(first.page);
    for (const { page } of [first, second]) await expect.poll(() => headerPoints(page)).toMatch(/2,280/);
    await expect.poll(() => shownIn(second.page.locator('loyalty-tier'))).toMatch(/Harbour/);
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

  test('signs out in every tab, and leaves nothing in the browser', async () => {
    const first = await open('/sign-in');
    const second = await open('/account', first.context);
    await signIn(first.page);
    await expect.poll(() => headerPoints(second.page)).toMatch(/2,280/);
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    for (const { page } of [first, second]) {
      await expect
        .poll(() => page.locator('header loyalty-balance [slot=signed-out]').isVisible())
        .toBe(true);
    }
    await expect.poll(() => first.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await first.context.close();
  });

  test('makes an account with a profile behind it: zero points, and a second one with the same e-mail is refused', async () => {
    const visit = await open('/sign-in');
    const join = async (): Promise<void> => {
      await visit.page.getByRole('button', { name: 'New here?' }).click();
      await visit.page.getByLabel('First name').fill('Wilma');
      await visit.page.getByLabel('E-mail').fill('wilma.new@example.com');
      await visit.page.getByLabel('Password').fill('a long password');
      await visit.page.getByRole('button', { name: 'Create account' }).click();
    };
    await join();
    await expect.poll(() => headerPoints(visit.page)).toMatch(/^0\s/);
    const profile = await shop.database.db
      .selectFrom('profiles')
      .select('first_name')
      .where('email', '=', 'wilma.new@example.com')
      .executeTakeFirst();
    expect(profile).toEqual({ first_name: 'Wilma' });
    await visit.page.getByRole('button', { name: 'Sign out' }).click();
    await join();
    await expect.poll(() => shownIn(visit.page.locator('loyalty-account'))).toMatch(/already|taken|in use/i);
    await visit.context.close();
  });

  test('with a wrong password says so, and after five tries asks to wait', async () => {
    const visit = await open('/sign-in');
    for (let turn = 0; turn < 5; turn++) expect(await trySignIn(visit.page, 'wrong')).toMatch(/do not fit/);
    expect(await trySignIn(visit.page, 'wrong')).toMatch(/Too many tries/);
    await visit.context.close();
  });

  test('prints no customer, no signature and no secret into any page', async () => {
    for (const path of ['/', '/account', '/wishlist', '/sign-in']) {
      const text = await (await fetch(shop.url + path)).text();
      expect(text).not.toMatch(
        /signature=|customer-id=|s3cret|development-only|client_secret|harbour-and-pine/,
      );
    }
  });
});
