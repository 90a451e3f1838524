import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, openShop, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const PRODUCT = '/products/linen-lamp'; // €89

test('a member sees what a product earns, uses a reward in the cart, and takes it back', async () => {
  const visit = await openPage(shop);
  await signIn(visit, shop, 'Mara');
  const { page, errors, calls, context } = visit;

  await page.goto(shop.url + PRODUCT);
  await expect.poll(() => shownIn(page.locator('.product loyalty-earn'))).toBe('Earn 89 points');
  // The product and the four below it.
  expect(calls.filter((call) => call === 'POST /v3/incentives/estimate')).toHaveLength(1);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForURL(/\/cart$/);
  await expect.poll(() => shownIn(page.locator('.cart loyalty-earn'))).toBe('Earn 89 points');

  const total = page.locator('[data-cart-total]');
  const redeem = page.locator('loyalty-redeem');
  await redeem.getByRole('button', { name: 'Apply €10 off your order' }).click();
  await expect.poll(() => shownIn(redeem)).toContain('Applied: €10 off your order');
  expect(await total.innerText()).toBe('€79');

  await page.reload();
  await expect.poll(() => shownIn(redeem)).toContain('Applied: €10 off your order');
  expect(await total.innerText()).toBe('€79');

  await redeem.getByRole('button', { name: 'Remove €10 off your order' }).click();
  await expect.poll(() => shownIn(redeem)).toContain('Use a reward');
  expect(await total.innerText()).toBe('€89');
  await page.reload();
  await expect.poll(() => shownIn(redeem)).toContain('Use a reward');
  expect(await total.innerText()).toBe('€89');
  expect(calls.filter((call) => call.includes('redemptions'))).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('a member claims a reward for points at the cart, and it is applied', async () => {
  const visit = await openPage(shop);
  await signIn(visit, shop, 'Mara');
  const { page, errors, context } = visit;
  await page.goto(shop.url + PRODUCT);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForURL(/\/cart$/);
  const redeem = page.locator('loyalty-redeem');
  await redeem.getByRole('button', { name: /^Show all/ }).click();
  await redeem.getByRole('button', { name: 'Apply €5 off your order' }).click();
  await redeem.getByRole('button', { name: /^(Spend [\d,]+ points?|Claim)$/ }).click();
  await expect.poll(() => shownIn(redeem)).toMatch(/Applied: €5 off your order[^]*1,780 points/);
  expect(await page.locator('[data-cart-total]').innerText()).toBe('€84');
  expect(errors).toEqual([]);
  await context.close();
});

test('a member spends points of their choice in the cart, and the order costs less by what they are worth', async () => {
  const visit = await openPage(shop);
  await signIn(visit, shop, 'Inês'); // 1,185 points
  const { page, errors, context } = visit;
  await page.goto(`${shop.url}/products/pine-candle`); // €29
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForURL(/\/cart$/);
  const redeem = page.locator('loyalty-redeem');
  await redeem.getByRole('button', { name: /^Show all/ }).click();
  await redeem.getByRole('button', { name: 'Apply Money off your order' }).click();
  const points = redeem.getByRole('spinbutton');
  expect([await points.getAttribute('min'), await points.getAttribute('max')]).toEqual(['200', '1100']);
  await points.fill('700');
  await redeem.getByRole('button', { name: 'Spend 700 points' }).click();
  await expect.poll(() => shownIn(redeem)).toContain('Applied: Money off your order');
  const total = page.locator('[data-cart-total]');
  expect(await total.innerText()).toBe('€22');
  await page.reload();
  await expect.poll(() => shownIn(redeem)).toContain('Applied: Money off your order');
  expect(await total.innerText()).toBe('€22');
  expect(errors).toEqual([]);
  await context.close();
});

test('the shop refuses a reward below its minimum and a code that is not its own', async () => {
  const visit = await openPage(shop);
  await signIn(visit, shop, 'Mara');
  const { page, context } = visit;
  await page.goto(`${shop.url}/products/pine-candle`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForURL(/\/cart$/);
  const before = await page.locator('[data-cart-total]').innerText();
  const redeem = page.locator('loyalty-redeem');
  await redeem.getByRole('button', { name: 'Apply €10 off your order' }).click();
  await expect.poll(() => shownIn(redeem)).toContain('€10 off your order needs an order of €40.');
  expect(await page.locator('[data-cart-total]').innerText()).toBe(before);
  const status = await page.evaluate(async () => {
    const body = new URLSearchParams({ code: 'NOT-A-CODE' });
    return (await fetch('/cart/code', { method: 'POST', body })).status;
  });
  expect(status).toBe(422);
  await context.close();
});

test('a guest sees what members earn, and is asked to sign in at the cart', async () => {
  const { page, errors, calls, context } = await openPage(shop);
  await page.goto(shop.url + PRODUCT);
  await expect.poll(() => shownIn(page.locator('.product loyalty-earn'))).toContain('Members earn 89 points');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForURL(/\/cart$/);
  await expect.poll(() => shownIn(page.locator('.cart loyalty-earn'))).toContain('Members earn 89 points');
  await page.getByRole('link', { name: 'Sign in to use a reward' }).waitFor();
  expect(calls).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('a listing with 24 products costs one estimate', async () => {
  const visit = await openPage(shop, { viewport: { width: 1280, height: 3000 } });
  await signIn(visit, shop, 'Mara');
  const { page, calls, context } = visit;
  calls.length = 0;
  await page.goto(`${shop.url}/products`);
  const lines = page.locator('.card-earn');
  expect(await lines.count()).toBe(24);
  await expect.poll(() => shownIn(lines.last())).toMatch(/Earn \d+ points/);
  expect(calls.filter((call) => call === 'POST /v3/incentives/estimate')).toHaveLength(1);
  await context.close();
});

test('the panel opens the programme on the home page', async () => {
  const visit = await openPage(shop);
  await signIn(visit, shop, 'Mara');
  const { page, errors, calls, context } = visit;
  await page.goto(shop.url);
  const panel = page.locator('loyalty-panel');
  const launcher = panel.getByRole('button', { name: /points/ }).first();
  await launcher.waitFor();
  expect(calls.filter((call) => call.includes('achievements'))).toEqual([]);
  await launcher.click();
  await expect.poll(() => shownIn(panel.locator('loyalty-status'))).toContain('Harbour');
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.locator('dialog').isVisible()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});
