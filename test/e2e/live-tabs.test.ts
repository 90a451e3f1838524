import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, settled, shownIn, signIn, watch, type OpenShop } from '../support/shop-open.ts';

const points = (text: string): number => Number(/([\d,]+)\s+points/.exec(text)?.[1]?.replaceAll(',', ''));

/** Loaded two seconds after the page's own content. */
const followsChanges = () =>
  performance.getEntriesByType('resource').some(({ name }) => /\/page-policy-[\da-f]+\.js$/.test(name));

describe('a change in one of two open tabs', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  test('a claim and a saved product are shown in the other, without a reload or an action there', async () => {
    const first = await openPage(shop);
    await signIn(first, shop, 'Mara');
    const second = watch(await first.context.newPage());
    await first.page.goto(`${shop.url}/account`);
    await second.page.goto(shop.url);
    for (const { page } of [first, second]) {
      await settled(page);
      await page.waitForFunction(followsChanges);
    }
    const headerOf = ({ page }: typeof second) => page.locator('header loyalty-balance');
    const before = points(await shownIn(headerOf(second)));
    expect(points(await shownIn(headerOf(first)))).toBe(before);

    const rewards = first.page.locator('loyalty-rewards');
    await rewards.getByRole('button', { name: /^Show all/ }).click();
    await rewards.getByRole('button', { name: 'Claim Free delivery' }).click();
    await rewards.getByRole('button', { name: /^(Spend [\d,]+ points?|Claim)$/ }).click();
    await expect.poll(async () => points(await shownIn(headerOf(second)))).toBe(before - 150);

    const heart = second.page.locator('main article loyalty-wishlist-button').first().getByRole('button');
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    const countIn = async ({ page }: typeof second) =>
      Number.parseInt(await shownIn(page.locator('header loyalty-wishlist-count')), 10);
    const saved = await countIn(first);
    await heart.click();
    await expect.poll(() => countIn(second)).toBe(saved + 1);
    await expect.poll(() => countIn(first)).toBe(saved + 1);

    expect([...first.errors, ...second.errors]).toEqual([]);
    await first.context.close();
  });
});
