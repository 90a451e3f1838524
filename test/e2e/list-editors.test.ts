import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWidths } from '../support/page-widths.ts';
import {
  openPage,
  openShop,
  shownIn,
  signIn,
  watch,
  type OpenShop,
  type Watched,
} from '../support/shop-open.ts';

describe('a list that two customers edit', () => {
  let shop: OpenShop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const main = (page: Page, element: string) => page.locator(`main ${element}`);
  const NAME = 'Summer house';

  /** Puts a heart with the menu of lists on the page, which the pages of the shop do not have. */
  async function addHeart(page: Page, id: string, name: string): Promise<void> {
    await page.evaluate(
      ([productId = '', productName = '']) => {
        const heart = document.createElement('loyalty-wishlist-button');
        Object.assign(heart, { id: productId, lists: true, productId, productName });
        document.querySelector('main')!.prepend(heart);
      },
      [id, name],
    );
  }

  /** Ticks the list in the menu of a heart. */
  async function save(page: Page, id: string, name: string): Promise<void> {
    await addHeart(page, id, name);
    const heart = page.locator(`loyalty-wishlist-button#${id}`);
    await heart.locator('[part~=menu-button]').click();
    const row = heart.getByRole('checkbox', { name: NAME });
    await row.click();
    await expect
      .poll(() => row.evaluate(({ ariaChecked, ariaDisabled }) => [ariaChecked, ariaDisabled]))
      .toEqual(['true', 'false']);
    await page.keyboard.press('Escape');
  }

  const isEdit = (url: URL) => /\/lists\/[^/]+\/items$/.test(url.pathname);
  const fail = (route: Route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback();
  /** Additions do not reach the service. */
  const disconnect = ({ context }: Watched) => context.route(isEdit, fail);
  const connect = ({ context }: Watched) => context.unroute(isEdit, fail);

  const rows = async (id: number) =>
    (
      await shop.database.db
        .selectFrom('list_items')
        .select(['product_id', 'added_by_profile_id'])
        .where('list_id', '=', id)
        .execute()
    ).sort((one, other) => (one.product_id < other.product_id ? -1 : 1));

  test('given an invitation, when the friend accepts it and both save without a connection and the page of one is killed, then each product is on the list once, and a friend who was removed meanwhile reads what was not saved', async () => {
    const owner = await openPage(shop);
    await signIn(owner, shop, 'Noor');
    await owner.page.goto(`${shop.url}/account/lists`);
    const lists = main(owner.page, 'loyalty-lists');
    await lists.getByRole('button', { name: 'New list' }).click();
    await lists.getByLabel('Name of the list').fill(NAME);
    await lists.getByRole('button', { name: 'Create list' }).click();
    const link = lists.getByRole('link', { name: NAME });
    await link.click();
    const share = main(owner.page, 'loyalty-share');
    await share.getByRole('button', { name: 'Invite someone to edit' }).click();
    await share.getByRole('button', { name: 'Make a link' }).click();
    const invitation = share.locator('[part=invite-link]');
    await invitation.waitFor();
    const address = await invitation.inputValue();
    await checkWidths(owner.page, 'list-invite');

    const guest = await openPage(shop);
    await guest.page.goto(address);
    const shared = (page: Page) => main(page, 'loyalty-shared-list');
    await expect.poll(() => shownIn(shared(guest.page))).toContain('Sign in to edit this list together.');
    // Comes back to the invitation.
    await shared(guest.page).getByRole('link', { name: 'Sign in to edit' }).click();
    await guest.page.locator('button', { hasText: 'Mara' }).first().click();
    await guest.page.waitForURL(address);
    const friend = guest;
    await expect
      .poll(() => shownIn(shared(friend.page)))
      .toContain('Noor invites you to edit this list together.');
    await checkWidths(friend.page, 'list-invitation');
    await shared(friend.page).getByRole('button', { name: 'Edit this list together' }).click();
    await shared(friend.page).getByRole('link', { name: 'Open the list' }).click();
    const registry = (page: Page) => main(page, 'loyalty-registry');
    await expect.poll(() => shownIn(registry(friend.page))).toContain('Shared by Noor');
    const id = Number(new URL(friend.page.url()).pathname.split('/').at(-1));
    await friend.page.goto(`${shop.url}/account/lists`);
    await expect.poll(() => shownIn(main(friend.page, 'loyalty-lists'))).toContain('Shared by Noor');
    await checkWidths(friend.page, 'list-of-another');

    await Promise.all([owner, friend].map(disconnect));
    await save(owner.page, 'hp-1002', 'The first');
    await save(owner.page, 'hp-1003', 'The same');
    await save(friend.page, 'hp-1003', 'The same');
    await save(friend.page, 'hp-1004', 'The last');
    expect(await rows(id)).toEqual([]);
    // The page of the friend ends without an event.
    const killed = friend.page.waitForEvent('crash');
    await friend.page.goto('chrome://crash').catch(() => {});
    await killed;
    await friend.page.close();
    await Promise.all([owner, friend].map(connect));
    await owner.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect
      .poll(async () => (await rows(id)).map((row) => row.product_id))
      .toEqual(['hp-1002', 'hp-1003']);
    const again = watch(await friend.context.newPage());
    await again.page.goto(`${shop.url}/account/lists/${id}`);
    await expect
      .poll(async () => (await rows(id)).map((row) => row.product_id))
      .toEqual(['hp-1002', 'hp-1003', 'hp-1004']);
    const [, same, last] = await rows(id);
    expect(last!.added_by_profile_id).not.toBe(same!.added_by_profile_id);
    await owner.page.reload();
    await expect.poll(() => shownIn(registry(owner.page))).toMatch(/Added by Mara[^]*Added by Noor/);
    await checkWidths(owner.page, 'list-together');

    await again.page.reload();
    await expect.poll(() => shownIn(registry(again.page))).toMatch(/Added by Mara/);
    await disconnect(again);
    await save(again.page, 'hp-1005', 'Walnut bowl');
    await share.getByRole('button', { name: 'Invite someone to edit' }).click();
    await share.getByRole('button', { name: 'Remove Mara' }).click();
    await expect.poll(() => shownIn(share)).toContain('Mara can’t edit this list any more.');
    await connect(again);
    await again.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect
      .poll(() => shownIn(registry(again.page)))
      .toContain('You can’t edit this list any more. Not saved: Walnut bowl.');
    const sent = again.calls.filter((call) => call.startsWith('POST')).length;
    await again.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await again.page.goto(`${shop.url}/account/lists`);
    await expect.poll(() => shownIn(main(again.page, 'loyalty-lists'))).toContain('Wishlist');
    expect(await shownIn(main(again.page, 'loyalty-lists'))).not.toContain(NAME);
    expect(again.calls.filter((call) => /^POST .*\/items$/.test(call)).length).toBeLessThanOrEqual(sent);
    expect((await rows(id)).map((row) => row.product_id)).toEqual(['hp-1002', 'hp-1003', 'hp-1004']);
    expect([...owner.errors, ...again.errors]).toEqual([]);
    await Promise.all([owner.context.close(), friend.context.close()]);
  }, 120_000);
});
