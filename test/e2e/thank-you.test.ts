import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleCustomer } from '../../demo/sample/customers.ts';
import { checkWidths } from '../support/page-widths.ts';
import {
  createRegistry,
  openPage,
  openShop,
  settled,
  shownIn,
  signIn,
  type OpenShop,
  makeLink,
} from '../support/shop-open.ts';

describe('who gave what', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const main = (page: Page, element: string) => page.locator(`main ${element}`);

  test('given a registry whose day is over, when a giver reserves, then the owner reads who, ticks them off and keeps that after a reload', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, exampleCustomer.firstName);
    const link = await createRegistry(owner.page, shop.url, '2020-06-01');
    await link.click();
    const registry = main(owner.page, 'loyalty-registry');
    const share = main(owner.page, 'loyalty-share');
    const address = await makeLink(share);

    const giver = await openPage(shop);
    await giver.page.goto(address);
    const shared = main(giver.page, 'loyalty-shared-list');
    await shared.getByRole('button', { name: /^Reserve/ }).click();
    await shared.getByLabel('Your name').fill('Uncle Bo');
    await shared.getByRole('button', { name: 'Reserve', exact: true }).click();
    await expect.poll(() => shownIn(shared)).toContain('You reserved this. Thank you!');

    await owner.page.reload();
    expect(await owner.page.content()).not.toContain('Uncle Bo');
    await registry.getByRole('button', { name: 'Who gave what' }).click();
    await expect.poll(() => shownIn(registry)).toContain('Uncle Bo');
    const thanked = () => registry.getByRole('checkbox', { name: /^Uncle Bo thanked for/ });
    expect(await thanked().isChecked()).toBe(false);
    await thanked().check();
    await checkWidths(owner.page, 'thank-you');
    await owner.page.reload();
    await registry.getByRole('button', { name: 'Who gave what' }).click();
    await thanked().waitFor();
    expect(await thanked().isChecked()).toBe(true);
    await owner.page.emulateMedia({ colorScheme: 'dark' });
    await checkWidths(owner.page, 'thank-you-dark');
    await owner.page.emulateMedia({ colorScheme: 'light' });

    // The giver undoes it while the list stands open in the page of the owner.
    await shared.getByRole('button', { name: /^Undo the reservation/ }).click();
    await expect.poll(() => shownIn(shared)).not.toContain('You reserved this');
    await thanked().uncheck();
    await expect.poll(() => shownIn(registry)).toContain('This has changed meanwhile');
    await expect.poll(() => shownIn(registry)).toContain('Nobody has reserved a gift.');

    await shared.getByRole('button', { name: /^Reserve/ }).click();
    await shared.getByLabel('Your name').fill('Aunt Ida');
    await shared.getByRole('button', { name: 'Reserve', exact: true }).click();
    await expect.poll(() => shownIn(shared)).toContain('You reserved this. Thank you!');
    const page = owner.page.url();
    await owner.page.goto(`${shop.url}/preferences`);
    await owner.page.getByLabel('Language of points, rewards and lists').selectOption('ar');
    await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
    await settled(owner.page);
    await owner.page.goto(page);
    await registry.getByRole('button', { name: 'من أهدى ماذا' }).click();
    await expect.poll(() => shownIn(registry)).toContain('Aunt Ida');
    await checkWidths(owner.page, 'thank-you-arabic');
    const complaints = [...owner.errors, ...giver.errors];
    // The browser itself writes the refusal to the console.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await Promise.all([owner, giver].map(({ context }) => context.close()));
  });
});
