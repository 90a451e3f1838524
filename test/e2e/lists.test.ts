import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWidths } from '../support/page-widths.ts';
import {
  createRegistry,
  openPage,
  openShop,
  shownIn,
  signIn,
  type OpenShop,
  makeLink,
} from '../support/shop-open.ts';
import { exampleCustomer } from '../../demo/sample/customers.ts';

describe('lists of a customer', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const main = (page: Page, element: string) => page.locator(`main ${element}`);

  test('given a registry that a member creates and shares, when a guest reserves and undoes, then the owner sees the quantity only, and after the owner stops sharing the guest sees a sentence', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, exampleCustomer.firstName);
    const link = await createRegistry(owner.page, shop.url);
    await link.click();
    const registry = main(owner.page, 'loyalty-registry');
    await expect.poll(() => shownIn(registry)).toMatch(/Our wedding[^]*Not reserved yet/);
    expect(await owner.page.title()).toMatch(/^Our wedding · /);
    await checkWidths(owner.page, 'list-owner');
    const share = main(owner.page, 'loyalty-share');
    const address = await makeLink(share);
    expect(address).toMatch(new RegExp(`^${shop.url}/lists/[\\w-]{32}$`));

    const guest = await openPage(shop);
    await guest.page.goto(address);
    const shared = main(guest.page, 'loyalty-shared-list');
    await expect.poll(() => shownIn(shared)).toMatch(/Our wedding[^]*3 of 3 still wanted/);
    await checkWidths(guest.page, 'list-shared');
    await shared.getByRole('button', { name: /^Reserve / }).click();
    await shared.getByLabel('Your name').fill('Uncle Bo');
    await shared.getByLabel('How many').fill('2');
    await shared.getByRole('button', { name: 'Reserve', exact: true }).click();
    await shared.getByRole('button', { name: /^Undo/ }).waitFor();
    await expect.poll(() => shownIn(shared)).toMatch(/1 of 3 still wanted[^]*You reserved 2. Thank you!/);

    await owner.page.reload();
    await expect.poll(() => shownIn(registry)).toMatch(/2 of 3 reserved/);
    expect(await shownIn(registry)).not.toContain('Uncle Bo');
    expect(owner.calls.join('\n')).not.toContain('reservations');

    await guest.page.reload();
    await shared.getByRole('button', { name: /^Undo/ }).click();
    await shared.getByRole('button', { name: /^Reserve / }).waitFor();
    await expect.poll(() => shownIn(shared)).toMatch(/3 of 3 still wanted/);

    await owner.page.reload();
    await expect.poll(() => shownIn(registry)).toMatch(/Not reserved yet/);
    await share.getByRole('button', { name: 'Stop sharing' }).click();
    await share.getByRole('button', { name: 'Stop sharing' }).click();
    await share.getByRole('button', { name: 'Share this list' }).waitFor();

    // The page of the guest is still open: pressing shows what is true.
    await shared.getByRole('button', { name: /^Reserve / }).click();
    await shared.getByLabel('Your name').fill('Uncle Bo');
    await shared.getByRole('button', { name: 'Reserve', exact: true }).click();
    await expect.poll(() => shownIn(shared)).toContain('no longer shared');
    await guest.page.reload();
    await expect.poll(() => guest.page.locator('main').innerText()).toContain('no longer shared');
    expect([...owner.errors, ...guest.errors]).toEqual([]);
    await Promise.all([owner.context.close(), guest.context.close()]);
  });

  test('shows the number of saved products in the header, also on a page without hearts and without a request', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Tomás');
    await visit.page.goto(`${shop.url}/wishlist`);
    const count = visit.page.locator('header loyalty-wishlist-count');
    await expect.poll(() => shownIn(count)).toMatch(/\d/);
    const shown = await shownIn(count);
    visit.calls.length = 0;
    await visit.page.goto(`${shop.url}/account`);
    await expect.poll(() => shownIn(count)).toBe(shown);
    await expect.poll(() => shownIn(visit.page.locator('main loyalty-rewards'))).toMatch(/\d\s+points/);
    expect(visit.calls.filter((call) => call.includes('/lists/'))).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
  });
});
