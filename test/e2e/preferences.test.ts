import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWidths } from '../support/page-widths.ts';
import { openPage, openShop, settled, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

async function choose(page: Page, language: string, ...choices: string[]): Promise<void> {
  await page.goto(`${shop.url}/preferences`);
  await page.getByLabel('Language of points, rewards and lists').selectOption(language);
  for (const choice of choices) await page.getByLabel(choice).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await settled(page);
}

describe('preferences', () => {
  test.each([
    ['ar', 'rtl', /نقطة|نقاط/, 'توصيل مجاني'],
    ['de', 'ltr', /Punkte/, 'Gratis-Lieferung'],
    ['fr', 'ltr', /points/, undefined],
    ['es', 'ltr', /puntos/, undefined],
    ['ja', 'ltr', /ポイント/, undefined],
  ])('with the language %s, the elements speak it from %s', async (language, direction, word, reward) => {
    const watched = await openPage(shop);
    const { page, errors } = watched;
    await signIn(watched, shop, 'Mara');
    await choose(page, language);
    await page.goto(`${shop.url}/account`);
    await settled(page);
    expect(await page.locator('html').getAttribute('dir')).toBe(direction);
    expect(await shownIn(page.locator('loyalty-rewards'))).toMatch(word);
    // The programme has German and Arabic texts; the English ones are marked in the other languages.
    expect(await shownIn(page.locator('loyalty-rewards'))).toContain(reward ?? 'Free delivery');
    const marked = page
      .locator('main')
      .locator('loyalty-rewards, loyalty-tier, loyalty-status')
      .locator('[lang=en]');
    expect((await marked.count()) > 0).toBe(reward === undefined);
    await checkWidths(page, `account-${language}`);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('with products on the device only, a customer saves without a request', async () => {
    const watched = await openPage(shop);
    const { page, calls, errors } = watched;
    await signIn(watched, shop, 'Noor');
    await choose(page, 'en', 'Keep the products that I save on this device only');
    calls.length = 0;
    await page.goto(`${shop.url}/products/linen-lamp`);
    await settled(page);
    const heart = page.locator('.product loyalty-wishlist-button').getByRole('button').first();
    await heart.click();
    await expect.poll(() => shownIn(page.locator('header loyalty-wishlist-count'))).toMatch(/^1/);
    await page.goto(`${shop.url}/wishlist`);
    await settled(page);
    expect(await shownIn(page.locator('main loyalty-wishlist'))).toMatch(/lamp/i);
    expect(calls.filter((call) => call.includes('/lists'))).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('what is put into the cart is an event after the shopper agreed, and not before', async () => {
    const published = () =>
      shop.database.db
        .selectFrom('events')
        .select('payload')
        .where('trigger', '=', 'cart-product-added')
        .execute();
    const watched = await openPage(shop);
    const { page, errors } = watched;
    const addToCart = async () => {
      await page.goto(`${shop.url}/products/linen-lamp`);
      await settled(page);
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.waitForURL((url) => url.pathname === '/cart');
      await settled(page);
    };
    await signIn(watched, shop, 'Noor');
    await addToCart();
    expect(await published()).toEqual([]);
    await choose(page, 'en', 'The shop may send to the programme what I put into my cart');
    await addToCart();
    await expect.poll(published).toMatchObject([{ payload: { data: { product_id: 'hp-1001' } } }]);
    await checkWidths(page, 'cart-with-consent');
    await page.goto(`${shop.url}/preferences`);
    await settled(page);
    await checkWidths(page, 'preferences');
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
