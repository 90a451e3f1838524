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

describe('the delivery address of a registry', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const main = (page: Page, element: string) => page.locator(`main ${element}`);

  test('given a registry, when its owner writes where gifts go, then a giver reads that there is an address, and nothing of it', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, exampleCustomer.firstName);
    await (await createRegistry(owner.page, shop.url)).click();
    const registry = main(owner.page, 'loyalty-registry');
    const share = main(owner.page, 'loyalty-share');
    const address = await makeLink(share);
    await checkWidths(owner.page, 'delivery-none');
    await registry.getByRole('button', { name: 'Add a delivery address' }).click();
    await registry.getByLabel('Name', { exact: true }).fill('Mara and Sam');
    await registry.getByLabel('Street and number').fill('Secretlane 17');
    await registry.getByLabel('Postcode').fill('9876 ZX');
    await registry.getByRole('textbox', { name: 'City' }).fill('Hiddentown');
    await registry.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => shownIn(registry)).toContain('Fill in the marked fields.');
    await checkWidths(owner.page, 'delivery-form');
    await registry.getByLabel('Country').selectOption({ label: 'Netherlands' });
    await registry.getByRole('button', { name: 'Save', exact: true }).click();
    await registry.getByRole('button', { name: 'Change delivery address' }).waitFor();
    await owner.page.reload();
    await registry.getByRole('button', { name: 'Change delivery address' }).click();
    await registry.getByRole('textbox', { name: 'City' }).waitFor();
    expect(await registry.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Hiddentown');
    await owner.page.emulateMedia({ colorScheme: 'dark' });
    await checkWidths(owner.page, 'delivery-form-dark');

    const giver = await openPage(shop);
    const answers: string[] = [];
    giver.page.on(
      'response',
      (response) =>
        void response.text().then(
          (text) => answers.push(text),
          () => {},
        ),
    );
    await giver.page.goto(address);
    const shared = main(giver.page, 'loyalty-shared-list');
    await expect.poll(() => shownIn(shared)).toContain('Ships to the owner’s address.');
    await giver.page.evaluate(() =>
      document.addEventListener('loyalty-item-reserved', ({ detail }) =>
        Object.assign(window, { reserved: detail }),
      ),
    );
    await shared.getByRole('button', { name: /^Reserve/ }).click();
    await shared.getByLabel('Your name').fill('Uncle Bo');
    await shared.getByRole('button', { name: 'Reserve', exact: true }).click();
    await expect.poll(() => shownIn(shared)).toContain('You reserved this. Thank you!');
    expect(await giver.page.evaluate(() => Reflect.get(window, 'reserved'))).toMatchObject({
      hasDelivery: true,
    });
    expect(answers.join('\n')).toContain('has_delivery_address');
    expect(answers.join('\n') + (await giver.page.content())).not.toMatch(/Secretlane|9876|Hiddentown/);
    await checkWidths(giver.page, 'delivery-giver');
    const page = owner.page.url();
    await owner.page.emulateMedia({ colorScheme: 'light' });
    await owner.page.goto(`${shop.url}/preferences`);
    await owner.page.getByLabel('Language of points, rewards and lists').selectOption('ar');
    await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
    await settled(owner.page);
    await owner.page.goto(page);
    await registry.getByRole('button', { name: 'تغيير عنوان التوصيل' }).click();
    await registry.getByRole('textbox', { name: 'المدينة' }).waitFor();
    await checkWidths(owner.page, 'delivery-arabic');
    expect([...owner.errors, ...giver.errors]).toEqual([]);
    await Promise.all([owner, giver].map(({ context }) => context.close()));
  });
});
