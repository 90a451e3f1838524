import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, settled, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

describe('page of benefits', () => {
  test('shows a member benefits, achievements and dates, claims a benefit, and stores a birthday and a receipt', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    const { page, calls, errors } = visit;
    await page.goto(`${shop.url}/account`);
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Benefits' }).click();
    await page.waitForURL(/\/account\/benefits$/);

    const benefits = page.locator('loyalty-benefits');
    await expect.poll(() => shownIn(benefits)).toMatch(/Free delivery[^]*3 of 5 uses left/);
    // Each kind that the service names has an icon of its own.
    const icons = await benefits
      .locator('[part=picture] path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(new Set(icons).size).toBe(icons.length);
    await benefits.getByRole('button', { name: 'How to use Free delivery' }).click();
    await expect.poll(() => shownIn(benefits)).toContain('until all five are used');
    await benefits.getByRole('button', { name: 'Claim Visit to the potters' }).click();
    await benefits.getByRole('button', { name: /^(Spend [\d,]+ points?|Claim)$/ }).dblclick();
    await expect.poll(() => benefits.getByRole('status').innerText()).toContain('Visit to the potters');
    await expect.poll(() => shownIn(page.locator('header loyalty-balance'))).toMatch(/2,030\s+points/);
    expect(calls.filter((call) => call.startsWith('POST') && call.endsWith('/benefits/claim'))).toHaveLength(
      1,
    );

    await expect
      .poll(() => shownIn(page.locator('loyalty-achievements')))
      .toMatch(/Good word[^]*2 of 3[^]*Reached on/);

    const dates = page.locator('loyalty-dates');
    await dates.scrollIntoViewIfNeeded();
    await dates.getByLabel('Birthday', { exact: true }).fill('1990-02-03');
    await dates.getByRole('button', { name: 'Save date' }).first().click();
    await expect.poll(() => shownIn(dates)).toContain('Birthday saved');

    const receipt = page.locator('loyalty-receipt');
    await receipt.scrollIntoViewIfNeeded();
    await receipt.getByLabel('Receipt or order number').fill('HP-20417');
    await receipt.getByLabel('Total').fill('45,50');
    await receipt.getByRole('button', { name: 'Submit' }).dblclick();
    await expect
      .poll(() => shownIn(receipt))
      .toMatch(/The points are in your account[^]*HP-20417[^]*Points added/);
    expect(
      calls.filter((call) => call.startsWith('POST') && call.endsWith('/transactions/claims')),
    ).toHaveLength(1);
    await receipt.getByLabel('Receipt or order number').fill('HP-20417');
    await receipt.getByLabel('Total').fill('45.50');
    await receipt.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => shownIn(receipt)).toContain('You’ve already submitted this number.');

    await page.reload();
    await settled(page);
    expect(await dates.getByLabel('Birthday', { exact: true }).inputValue()).toBe('1990-02-03');
    await expect.poll(() => shownIn(benefits)).toMatch(/Yours[^]*Visit to the potters/);
    expect(errors).toEqual([]);
    await visit.context.close();
  });

  test('shows a guest one sign-in button, links in the other elements, and sends no request', async () => {
    const visit = await openPage(shop);
    const { page, calls, errors } = visit;
    await page.goto(`${shop.url}/account/benefits`);
    for (const tag of ['benefits', 'achievements', 'dates', 'receipt']) {
      const element = page.locator(`loyalty-${tag}`);
      await element.scrollIntoViewIfNeeded();
      await expect.poll(() => element.evaluate((host) => host.matches(':state(signed-out)'))).toBe(true);
      await expect
        .poll(() => element.getByRole('link', { name: 'Sign in' }).first().getAttribute('href'))
        .toBe(`${shop.url}/sign-in?return_to=%2Faccount%2Fbenefits`);
      // One box with a button; the others are a line of text.
      expect(await element.evaluate((host) => host.matches(':state(inviting)'))).toBe(tag === 'benefits');
    }
    expect(calls).toEqual([]);
    expect(errors).toEqual([]);
    await visit.context.close();
  });
});
