import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWidths } from '../support/page-widths.ts';
import { openPage, openShop, settled, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';

const history = (page: Page) => page.locator('loyalty-history');
const credits = (page: Page) => page.locator('loyalty-credits');
const firstRow = (page: Page) => history(page).locator('[data-row]').first();

describe('activity page', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  test('given a member, when she filters, sorts and loads more, then the service answers each, and her cards are listed', async () => {
    const watched = await openPage(shop, { colorScheme: 'light' });
    const { page, errors } = watched;
    await signIn(watched, shop, 'Tomás');
    await page.goto(`${shop.url}/account`);
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Activity' }).click();
    await history(page).locator('[part~=chart]').waitFor();
    await settled(page);
    await checkWidths(page, 'activity-member');
    expect(await history(page).locator('[data-row]').count()).toBe(6);
    await history(page).getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => history(page).locator('[data-row]').count()).toBe(31);
    await history(page).getByLabel('Show', { exact: true }).selectOption('Spent');
    await expect.poll(() => firstRow(page).innerText()).toMatch(/−\d/);
    await history(page).getByLabel('Show', { exact: true }).selectOption('Redeemed');
    await expect.poll(() => firstRow(page).innerText()).not.toMatch(/−\d/);
    await history(page).getByLabel('Show', { exact: true }).selectOption('Earned');
    await history(page).getByLabel('Sort by').selectOption('Oldest first');
    await expect.poll(() => firstRow(page).innerText()).toMatch(/\+\d+[^]*Balance/);
    expect(await shownIn(credits(page))).toContain('€65.60');
    // The reference service sends numbers to staff only.
    expect(await credits(page).getByRole('button', { name: 'Show number' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('given a member with a locked card and one that ends soon, then both say so', async () => {
    const watched = await openPage(shop, { colorScheme: 'dark' });
    const { page } = watched;
    await signIn(watched, shop, 'Mara');
    await page.goto(`${shop.url}/account/activity?dir=rtl`);
    await history(page).locator('[part~=chart]').waitFor();
    // English texts in a page from right to left have characters that isolate them.
    await credits(page)
      .getByRole('button', { name: /Show all/ })
      .click();
    await checkWidths(page, 'activity-rtl-dark');
    expect(await shownIn(credits(page))).toMatch(
      /Expires in 5 days[^]*Available from|Available from[^]*Expires in 5 days/,
    );
  });

  test('given a guest, then both elements have a sign-in link', async () => {
    const watched = await openPage(shop);
    const { page } = watched;
    await page.goto(`${shop.url}/account/activity`);
    await settled(page);
    for (const name of ['Sign in', 'Sign in to see your store credit.']) {
      const link = page.locator('loyalty-history, loyalty-credits').getByRole('link', { name, exact: true });
      expect(await link.getAttribute('href')).toMatch(/\/sign-in\?return_to=%2Faccount%2Factivity$/);
    }
    await checkWidths(page, 'activity-guest');
    expect(watched.errors).toEqual([]);
  });
});
