import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleCustomer } from '../../demo/sample/customers.ts';
import { recordShifts } from '../support/layout-shift.ts';
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

describe('a product that several givers pay for together', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const main = (page: Page, element: string) => page.locator(`main ${element}`);

  test('given a registry whose owner opens a product for it, when two givers chip in and one undoes, then each reads what is left, and the owner the sum and no name', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, exampleCustomer.firstName);
    const link = await createRegistry(owner.page, shop.url);
    await link.click();
    const registry = main(owner.page, 'loyalty-registry');
    await registry.getByRole('button', { name: /^Add a note to/ }).click();
    await registry.getByLabel('Given by').selectOption('together');
    await registry.getByLabel('Amount in EUR').fill('200');
    await checkWidths(owner.page, 'chip-in-dialog');
    await registry.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => shownIn(registry)).toContain('€0 of €200, 0 contributions');
    const share = main(owner.page, 'loyalty-share');
    const address = await makeLink(share);

    const shared = ({ page }: { page: Page }) => main(page, 'loyalty-shared-list');
    const chipIn = async (giver: { page: Page }, name: string, amount: string) => {
      await shared(giver)
        .getByRole('button', { name: /^Chip in for/ })
        .click();
      await shared(giver).getByLabel('Your name').fill(name);
      await shared(giver).getByLabel('Amount in EUR').fill(amount);
      await shared(giver).getByRole('button', { name: 'Chip in', exact: true }).click();
    };
    const [bo, ida] = [await openPage(shop), await openPage(shop)];
    for (const giver of [bo, ida]) {
      await giver.page.addInitScript(recordShifts);
      await giver.page.goto(address);
      await expect.poll(() => shownIn(shared(giver))).toContain('€0 of €200, 0 contributions');
      // The amounts stand in the first rows that are shown: nothing moves when their code arrives.
      expect(await giver.page.evaluate('shifts')).toEqual({ value: 0, sources: [] });
    }
    await chipIn(bo, 'Uncle Bo', '120.50');
    await expect
      .poll(() => shownIn(shared(bo)))
      .toMatch(/€120\.50 of €200, 1 contribution[^]*You give €120\.50\. Thank you!/);
    await checkWidths(bo.page, 'chip-in-own');
    // The page of the other giver is older.
    await chipIn(ida, 'Aunt Ida', '100');
    await expect
      .poll(() => shownIn(shared(ida)))
      .toContain('Enter an amount up to €79.50: that is what is left.');
    await checkWidths(ida.page, 'chip-in-form');
    await shared(ida).getByLabel('Amount in EUR').fill('79.50');
    await shared(ida).getByRole('button', { name: 'Chip in', exact: true }).click();
    await expect.poll(() => shownIn(shared(ida))).toContain('€200 of €200, 2 contributions');

    await owner.page.reload();
    await expect.poll(() => shownIn(registry)).toContain('€200 of €200, 2 contributions');
    expect(await owner.page.content()).not.toMatch(/Uncle Bo|Aunt Ida/);
    expect(await shownIn(registry)).not.toMatch(/Uncle Bo|Aunt Ida/);
    expect(owner.calls.join('\n')).not.toContain('reservations');
    await checkWidths(owner.page, 'chip-in-owner');

    await ida.page.goto(`${shop.url}/preferences`);
    await ida.page.getByLabel('Language of points, rewards and lists').selectOption('ar');
    await ida.page.getByRole('button', { name: 'Save', exact: true }).click();
    await settled(ida.page);
    await ida.page.goto(address);
    await expect.poll(() => shownIn(shared(ida))).toContain('مساهمتان');
    await checkWidths(ida.page, 'chip-in-arabic');

    await bo.page.reload();
    await shared(bo)
      .getByRole('button', { name: /^Undo your contribution/ })
      .click();
    await expect.poll(() => shownIn(shared(bo))).toContain('€79.50 of €200, 1 contribution');
    await owner.page.reload();
    await expect.poll(() => shownIn(registry)).toContain('€79.50 of €200, 1 contribution');
    await owner.page.emulateMedia({ colorScheme: 'dark' });
    await checkWidths(owner.page, 'chip-in-owner-dark');
    const complaints = [...owner.errors, ...bo.errors, ...ida.errors];
    // The browser itself writes the refusal to the console.
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    await Promise.all([owner, bo, ida].map(({ context }) => context.close()));
  });
});
