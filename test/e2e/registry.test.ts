import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';
import { checkWidths } from '../support/page-widths.ts';

const picture = (page: Page, name: string) => checkWidths(page, `registry-${name}`);

describe('gift registry', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  /** What the owner reads of the product: how many pieces are wanted, reserved and bought. */
  const quantities = async (page: Page) => (await page.locator('.quantities').innerText()).trim();

  test('given a registry, when a giver without account reserves, buys and cancels, then the owner sees quantities and no name', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, 'Noor');
    await owner.page.goto(`${shop.url}/registry`);
    await owner.page.getByLabel('Name').fill('Our wedding');
    await owner.page.getByLabel('Date').fill('2099-06-01');
    await owner.page.getByRole('button', { name: 'Make a registry' }).click();
    await owner.page.getByRole('heading', { name: 'Our wedding' }).waitFor();
    await owner.page.getByLabel('How many').fill('3');
    await owner.page.getByRole('button', { name: 'Add to the registry' }).click();
    await owner.page.locator('.quantities').waitFor();
    expect(await quantities(owner.page)).toBe('3 wanted: nothing reserved yet');
    const link = (await owner.page.locator('.registry-link a').getAttribute('href')) ?? '';

    const giver = await openPage(shop);
    await giver.page.goto(shop.url + link);
    await giver.page.getByRole('heading', { name: 'Our wedding' }).waitFor();
    await picture(giver.page, 'giver');
    expect(await giver.page.title()).toBe('Our wedding · Harbour & Pine');
    expect(await giver.page.locator('.registry').innerText()).toContain('3 of 3 still wanted');
    expect(await giver.page.locator('.registry img').evaluate((image) => image.clientWidth)).toBeGreaterThan(
      250,
    );
    // The page of the element has the same name in its tab.
    await giver.page.goto(shop.url + link.replace('/gifts/', '/lists/'));
    await giver.page.getByRole('heading', { name: 'Our wedding', level: 1 }).waitFor();
    expect(await giver.page.title()).toBe('Our wedding · Harbour & Pine');
    await giver.page.goto(shop.url + link);
    await giver.page.getByLabel('Your name').fill('Uncle Bo');
    await giver.page.getByLabel('How many').fill('2');
    await giver.page.getByRole('button', { name: /^Reserve/ }).click();
    await giver.page.getByRole('heading', { name: 'It is reserved for you' }).waitFor();
    await picture(giver.page, 'reserved');
    expect(await giver.page.locator('main').innerText()).toMatch(/Uncle Bo, 2 × \S/);
    expect(await giver.page.locator('.reserved img').evaluate((image) => image.clientWidth)).toBeGreaterThan(
      250,
    );
    expect(await giver.page.getByRole('link', { name: 'All gifts' }).getAttribute('href')).toBe(link);
    const reservationUrl = giver.page.url();

    await owner.page.reload();
    expect(await quantities(owner.page)).toBe('3 wanted: 2 reserved');
    expect(await owner.page.content()).not.toContain('Uncle Bo');
    await picture(owner.page, 'owner');
    await owner.page.getByRole('button', { name: /^Remove/ }).click();
    await owner.page.getByRole('heading', { name: 'Remove a reserved gift?' }).waitFor();
    await owner.page.getByRole('link', { name: 'Keep it' }).click();

    await giver.page.goto(reservationUrl);
    await giver.page.getByRole('button', { name: 'I bought it' }).click();
    await giver.page.getByRole('heading', { name: 'Thank you for your gift' }).waitFor();
    await owner.page.reload();
    expect(await quantities(owner.page)).toBe('3 wanted: 2 bought');
    expect(await owner.page.content()).not.toContain('Uncle Bo');

    await giver.page.getByRole('button', { name: 'Undo the reservation' }).click();
    await giver.page.getByRole('heading', { name: 'The reservation is undone' }).waitFor();
    await owner.page.reload();
    expect(await quantities(owner.page)).toBe('3 wanted: nothing reserved yet');
    expect((await giver.page.goto(reservationUrl))?.status()).toBe(404);
    expect([...owner.errors, ...giver.errors]).toEqual([]);
    await Promise.all([owner.context.close(), giver.context.close()]);
  });

  test('given the sample registry, then its present for several givers is reserved by nobody alone, and the page of its link leads to where they chip in', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, 'Inês');
    await owner.page.goto(`${shop.url}/registry`);
    await owner.page.getByRole('heading', { name: 'Our wedding' }).waitFor();
    const present = (page: Page) => page.locator('.registry > li', { hasText: 'Ferry bench' });
    expect(await present(owner.page).innerText()).toContain('€205.50 of €310, 3 contributions');
    const link = (await owner.page.locator('.registry-link a').getAttribute('href')) ?? '';
    const giver = await openPage(shop);
    await giver.page.goto(shop.url + link);
    expect(await present(giver.page).innerText()).toContain('€205.50 of €310, 3 contributions');
    expect(await present(giver.page).getByRole('button').count()).toBe(0);
    await picture(giver.page, 'sample');
    await present(giver.page).getByRole('link', { name: 'Chip in for Ferry bench' }).click();
    const shared = giver.page.locator('main loyalty-shared-list');
    await shared.getByRole('button', { name: 'Chip in for Ferry bench' }).click();
    await shared.getByLabel('Your name').fill('Aunt Ida');
    await shared.getByLabel('Amount in EUR').fill('4.50');
    await shared.getByRole('button', { name: 'Chip in', exact: true }).click();
    await expect.poll(() => shownIn(shared)).toContain('€210 of €310, 4 contributions');
    await owner.page.reload();
    expect(await present(owner.page).innerText()).toContain('€210 of €310, 4 contributions');
    expect([...owner.errors, ...giver.errors]).toEqual([]);
    await Promise.all([owner.context.close(), giver.context.close()]);
  });
});
