import { sql } from 'kysely';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, shownIn, signIn, watch, type OpenShop } from '../support/shop-open.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const points = (text: string | null) => Number(text?.replace(/\D/g, ''));

describe('shopper in a running shop', () => {
  test('sees points in the header, a tier with progress, rewards, and a wishlist button on every product', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    const { page, errors } = visit;
    await page.goto(shop.url);
    await expect.poll(() => shownIn(page.locator('header loyalty-balance'))).toMatch(/2,280\s+points/);
    const products = await page.locator('main article').count();
    expect(products).toBeGreaterThan(3);
    expect(await page.locator('main loyalty-wishlist-button').count()).toBeGreaterThanOrEqual(products);

    await page.goto(`${shop.url}/account`);
    await expect.poll(() => shownIn(page.locator('loyalty-status'))).toMatch(/2,280[^]*320 points to go/);
    await page
      .locator('loyalty-rewards')
      .getByRole('button', { name: /^Show all/ })
      .click();
    await expect.poll(() => shownIn(page.locator('loyalty-rewards'))).toMatch(/Yours[^]*to go/);
    expect(errors).toEqual([]);
    await visit.context.close();
  });

  test('claims a reward: points are debited at once, also after reload, in another tab, and after a restart', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    const { page, context, errors } = visit;
    await page.goto(`${shop.url}/account`);
    const header = page.locator('header loyalty-balance');
    await expect.poll(() => shownIn(header)).toMatch(/\d\s+points/);
    const before = points(await shownIn(header));

    const rewards = page.locator('loyalty-rewards');
    await rewards.getByRole('button', { name: /^Show all/ }).click(); // the first rows have one reward of each group
    await rewards.getByRole('button', { name: 'Claim Free delivery' }).click();
    await rewards.getByRole('button', { name: /^(Spend [\d,]+ points?|Claim)$/ }).click();
    await expect.poll(async () => points(await shownIn(header))).toBe(before - 150);
    await expect.poll(() => rewards.getByRole('status').innerText()).toContain('Free delivery');

    await page.reload();
    await expect.poll(async () => points(await shownIn(header))).toBe(before - 150);

    const other = watch(await context.newPage());
    await other.page.goto(shop.url);
    const otherHeader = other.page.locator('header loyalty-balance');
    await expect.poll(async () => points(await shownIn(otherHeader))).toBe(before - 150);

    await shop.restartService();
    await page.reload();
    await expect.poll(async () => points(await shownIn(header))).toBe(before - 150);
    const { rows } = await wrongBalances();
    expect(rows).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('saves products to the wishlist, sees them after a reload, and moves one to the cart', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Noor');
    const { page, errors } = visit;
    // Until the list has loaded, every wishlist button shows its product as not saved.
    await Promise.all([page.waitForResponse(isAboutItems('GET')), page.goto(shop.url)]);
    const buttons = page.locator('main article loyalty-wishlist-button');
    const saved: string[] = [];
    for (const index of [0, 1]) {
      const button = buttons.nth(index).getByRole('button');
      await button.scrollIntoViewIfNeeded();
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false');
      await Promise.all([
        page.waitForResponse((response) => response.ok() && isAboutItems('POST')(response)),
        button.click(),
      ]);
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
      saved.push((await button.getAttribute('aria-label'))!.replace(/^Save (.*) to your wishlist$/, '$1'));
    }
    await page.reload();
    await expect.poll(() => buttons.nth(0).getByRole('button').getAttribute('aria-pressed')).toBe('true');

    await page.goto(`${shop.url}/wishlist`);
    const list = page.locator('main loyalty-wishlist');
    for (const name of saved) await expect.poll(() => shownIn(list)).toContain(name);
    await list.getByRole('button', { name: `Move to cart: ${saved[0]}` }).click();
    await expect.poll(() => list.getByRole('button', { name: `Remove ${saved[0]}` }).count()).toBe(0);
    await page.goto(`${shop.url}/cart`);
    expect(await page.locator('main').innerText()).toContain(saved[0]);
    expect(errors).toEqual([]);
    await visit.context.close();
  });

  test('as a guest gets sign-in links in header and wishlist, and saves a product on the device', async () => {
    const visit = await openPage(shop);
    const { page, calls, errors } = visit;
    await page.goto(shop.url);
    await expect.poll(() => page.locator('header loyalty-balance').innerText()).toMatch(/Sign in/);
    const button = page.locator('main article loyalty-wishlist-button').first().getByRole('button');
    await button.scrollIntoViewIfNeeded();
    await button.click();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    expect(calls).toEqual([]);
    expect(errors).toEqual([]);
    await visit.context.close();
  });

  test('sees an error and can retry when the service is down, and the rest of the page works', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Inês');
    const { page, errors } = visit;
    await page.route('**/api/v3/**', (route) => route.abort());
    await page.goto(`${shop.url}/account`);
    const rewards = page.locator('loyalty-rewards');
    await expect.poll(() => shownIn(rewards)).toMatch(/Couldn’t load/);
    expect(await page.locator('h1').innerText()).toMatch(/Inês/);
    await page.unroute('**/api/v3/**');
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect.poll(() => retry.count()).toBe(1);
    await retry.click();
    await expect.poll(() => shownIn(rewards)).toMatch(/\d\s+points/);
    expect(errors).toEqual([]);
    await visit.context.close();
  });
});

const isAboutItems = (method: string) => (response: Response) =>
  response.request().method() === method && /items$/.test(new URL(response.url()).pathname);

/** Profiles whose balance differs from the sum of their ledger entries. */
const wrongBalances = () =>
  sql`
  select profile_id from point_balances
  left join (select profile_id, sum(amount) as total from point_entries group by profile_id) ledger using (profile_id)
  where available <> coalesce(total, 0)`.execute(shop.database.db);
