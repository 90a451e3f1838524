import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openPage,
  openShop,
  settled,
  shownIn,
  signIn,
  watch,
  type OpenShop,
  type Watched,
} from '../support/shop-open.ts';
import { wishlistItems } from '../support/service-rows.ts';
import { variants } from '../../demo/sample/variants.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const PRODUCT = 'hp-1133';
const [blanket, other, third] = variants[PRODUCT]!.map(({ id }) => id);

const heart = ({ page }: Watched) =>
  page.locator('.product-actions loyalty-wishlist-button').getByRole('button').first();
const choose = ({ page }: Watched, id: string) => page.locator('#product-form select').selectOption(id);
const isFilled = (tab: Watched) => heart(tab).getAttribute('aria-pressed');

/** The saved variants of the product, from the database of the service: each as often as it is there. */
async function savedVariants(): Promise<string[]> {
  const items = await wishlistItems(shop.database.db);
  return items.filter(({ product_id }) => product_id === PRODUCT).map(({ variant_id }) => variant_id);
}

test('two tabs save two variants of one product at the same time: each once, and each tab shows both', async () => {
  const first = await openPage(shop);
  await signIn(first, shop, 'Noor');
  const second = watch(await first.context.newPage());
  const tabs = [first, second];
  /** What was changed at the service, by either tab. */
  const changes: string[] = [];
  for (const { page } of tabs)
    page.on('response', (response) => {
      const method = response.request().method();
      if (/\/items/.test(response.url()) && ['POST', 'DELETE'].includes(method) && response.ok())
        changes.push(`${method} ${response.status()}`);
    });
  for (const { page } of tabs) await page.goto(`${shop.url}/products/wool-throw`);
  for (const { page } of tabs) await settled(page);
  expect(await savedVariants()).toEqual([]);

  await choose(first, blanket!);
  await choose(second, other!);
  for (const tab of tabs) await expect.poll(() => isFilled(tab)).toBe('false');
  await Promise.all(tabs.map((tab) => heart(tab).click()));
  for (const tab of tabs) await expect.poll(() => isFilled(tab)).toBe('true');
  await expect.poll(savedVariants).toEqual([blanket, other].sort());
  // The page gets the answer after the record is stored.
  await expect.poll(() => changes).toEqual(['POST 200', 'POST 200']);

  // Each tab has the variant of the other, too, and not a third one.
  await choose(first, other!);
  await choose(second, blanket!);
  for (const tab of tabs) await expect.poll(() => isFilled(tab)).toBe('true');
  for (const tab of tabs) await choose(tab, third!);
  for (const tab of tabs) await expect.poll(() => isFilled(tab)).toBe('false');

  // The same variant in both: one of the presses adds it, and the other changes nothing.
  await Promise.all(tabs.map((tab) => heart(tab).click()));
  await expect.poll(savedVariants).toEqual([blanket, third, other].sort());
  for (const tab of tabs) await expect.poll(() => isFilled(tab)).toBe('true');

  // One removes a variant while the other removes the next: the third is left.
  await choose(first, blanket!);
  await choose(second, other!);
  for (const tab of tabs) await expect.poll(() => isFilled(tab)).toBe('true');
  await Promise.all(tabs.map((tab) => heart(tab).click()));
  await expect.poll(savedVariants).toEqual([third]);
  await expect.poll(() => changes.filter((change) => change.startsWith('DELETE')).length).toBe(2);

  for (const { page } of tabs) await page.reload();
  for (const tab of tabs) {
    for (const [id, filled] of [
      [blanket, 'false'],
      [other, 'false'],
      [third, 'true'],
    ] as const) {
      await choose(tab, id!);
      await expect.poll(() => isFilled(tab)).toBe(filled);
    }
  }
  expect(tabs.flatMap(({ errors }) => errors)).toEqual([]);
  await first.context.close();
});

test('the points beside a product are those of the variant whose price is shown', async () => {
  const visit = await openPage(shop);
  const { page } = visit;
  await page.goto(`${shop.url}/products/wool-throw`);
  const line = page.locator('.product-text loyalty-earn');
  const price = async () => Number((await page.locator('.product-price').innerText()).replace(/[^\d.]/g, ''));
  const prices = new Set<number>();
  for (const { id } of variants[PRODUCT]!) {
    await choose(visit, id);
    await expect.poll(async () => (await shownIn(line)).includes(`earn ${await price()} points`)).toBe(true);
    prices.add(await price());
  }
  expect(prices.size).toBeGreaterThan(1);
  await page.context().close();
});
