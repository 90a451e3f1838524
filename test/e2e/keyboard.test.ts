import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unclaimedPurchase } from '../../demo/sample/incentives.ts';
import {
  openPage,
  openShop,
  settled,
  shownIn,
  signIn,
  type OpenShop,
  type Watched,
} from '../support/shop-open.ts';

// Nothing in this file uses a pointer, or focuses anything by script.

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** More controls than any page of the shop has. */
const MOST_TABS = 150;

/** Name of the control with the focus; throws where the focus is not visible. */
function focusedName(): string {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return '';
  // In a date input, the browser marks the part with the focus.
  const isMarked = active.matches(':focus-visible, [type=date]:focus-within');
  if (!isMarked) throw new Error(`No visible focus on ${active.outerHTML}`);
  const label = (active as HTMLInputElement).labels?.[0];
  return (active.ariaLabel ?? label?.innerText ?? active.innerText).trim().replaceAll(/\s+/g, ' ');
}
const focused = (page: Page): Promise<string> => page.evaluate(focusedName);

/** Presses Tab, or Shift+Tab, until the control with this name has the focus. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < MOST_TABS; count++) {
    const current = await focused(page);
    if (name.test(current)) return;
    passed.push(current);
    await page.keyboard.press(key);
  }
  throw new Error(`No control ${name} among ${[...new Set(passed)].join(' | ')}`);
}
async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}
const focusIs = (page: Page, name: RegExp) => expect.poll(() => focused(page)).toMatch(name);

async function member(firstName: string, path: string): Promise<Watched> {
  const watched = await openPage(shop);
  await signIn(watched, shop, firstName);
  await open(watched, path);
  return watched;
}
async function open({ page }: Watched, path: string): Promise<void> {
  await page.goto(shop.url + path);
  await settled(page);
}
async function close({ context, errors }: Watched): Promise<void> {
  expect(errors).toEqual([]);
  await context.close();
}

describe('with the keyboard alone', () => {
  test('a member saves a product, and puts it on a new list by the menu of its heart', async () => {
    const watched = await member('Noor', '/products/linen-lamp');
    const { page } = watched;
    await press(page, /^Save Linen lamp to your wishlist/i, 'Space');
    const heart = page.locator('.product loyalty-wishlist-button').getByRole('button').first();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await press(page, /^Choose lists for Linen lamp/i);
    await focusIs(page, /wishlist|New list/i);
    await press(page, /^\+ New list/);
    await focusIs(page, /^Name of the list/);
    await page.keyboard.type('Hallway');
    await page.keyboard.press('Enter');
    const list = page.locator('.product loyalty-wishlist-button').getByRole('checkbox', { name: /^Hallway/ });
    await list.waitFor();
    if ((await list.getAttribute('aria-checked')) === 'false') await press(page, /^Hallway/, 'Space');
    await expect.poll(() => list.getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await focusIs(page, /^Choose lists/);
    await close(watched);
  });

  test('a member creates, opens, shares and deletes a list, and a giver reserves and undoes', async () => {
    const watched = await member('Mara', '/account/lists');
    const { page } = watched;
    await press(page, /^New list/);
    await focusIs(page, /^Name of the list/);
    await page.keyboard.type('Our wedding');
    await tabTo(page, /^Type of list/);
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^Date of the event/);
    await page.keyboard.type('06012099');
    await press(page, /^Create list/);
    await page.locator('main loyalty-lists').getByRole('link', { name: 'Our wedding' }).waitFor();

    await open(watched, '/products/linen-lamp');
    await press(page, /^Choose lists for Linen lamp/i);
    const choice = page
      .locator('.product loyalty-wishlist-button')
      .getByRole('checkbox', { name: /^Our wedding/ });
    await choice.waitFor();
    await press(page, /^Our wedding/, 'Space');
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await focusIs(page, /^Choose lists/);

    await open(watched, '/account/lists');
    await press(page, /^Our wedding/);
    await page.waitForURL((url) => url.pathname !== '/account/lists');
    await settled(page);
    await press(page, /^Share this list/);
    await focusIs(page, /^Copy link/);
    const link = await page.locator('main loyalty-share').getByLabel('Link to this list').inputValue();

    const guest = await openPage(shop);
    await guest.page.goto(link);
    await settled(guest.page);
    await press(guest.page, /^Reserve Linen lamp/i);
    await focusIs(guest.page, /^Your name/);
    await guest.page.keyboard.type('Bo');
    await guest.page.keyboard.press('Enter');
    await focusIs(guest.page, /^I bought it/);
    await press(guest.page, /^Undo the reservation/);
    await focusIs(guest.page, /^Reserve Linen lamp/i);
    await close(guest);

    await open(watched, '/account/lists');
    await press(page, /^Delete Our wedding/);
    await focusIs(page, /^Cancel$/);
    await tabTo(page, /^Delete$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('main loyalty-lists').getByRole('link', { name: 'Our wedding' }).count())
      .toBe(0);
    expect(await focused(page)).not.toBe('');
    await close(watched);
  });

  test('a member filters the history, gives a date, and sends a receipt', async () => {
    const watched = await member('Tomás', '/account/activity');
    const { page } = watched;
    await tabTo(page, /^Show\b/);
    await page.keyboard.press('ArrowDown');
    await settled(page);
    await press(page, /^Show more/);
    await expect.poll(() => page.locator('loyalty-history [data-row]').count()).toBeGreaterThan(6);
    expect(await focused(page)).not.toBe('');

    await open(watched, '/account/benefits');
    await tabTo(page, /^Moving day/);
    await page.keyboard.type('03042027');
    await press(page, /^Save/);
    await page.locator('loyalty-dates').getByRole('button', { name: 'Remove Moving day' }).waitFor();
    expect(await focused(page)).not.toBe('');
    await tabTo(page, /number/i);
    await page.keyboard.type(unclaimedPurchase.receipt);
    await tabTo(page, /Total|Amount/i);
    await page.keyboard.type(String(unclaimedPurchase.total));
    await page.keyboard.press('Enter');
    await expect.poll(() => shownIn(page.locator('loyalty-receipt'))).toMatch(/Thank you/);
    await close(watched);
  });

  test('a member claims a reward at the cart, takes it back, and opens and closes the panel', async () => {
    const watched = await member('Mara', '/products/linen-lamp');
    const { page } = watched;
    await press(page, /^Add to cart/);
    await page.waitForURL((url) => url.pathname === '/cart');
    await settled(page);
    await press(page, /^Apply €10 off/);
    const redeem = page.locator('loyalty-redeem');
    await expect.poll(() => shownIn(redeem)).toContain('Applied: €10 off your order');
    await focusIs(page, /^Remove €10 off/);
    await page.keyboard.press('Enter');
    await expect.poll(() => shownIn(redeem)).toContain('Use a reward');
    expect(await focused(page)).not.toBe('');

    await open(watched, '/products/linen-lamp');
    await tabTo(page, /^Points and rewards: /, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.locator('loyalty-panel dialog');
    await expect.poll(() => dialog.getAttribute('open')).not.toBe(null);
    const inPanel = () =>
      page.evaluate(
        () => !!document.activeElement?.closest('loyalty-panel') || document.activeElement === document.body,
      );
    for (let count = 0; count < 30; count++) {
      await page.keyboard.press('Tab');
      expect(await inPanel()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.getAttribute('open')).toBe(null);
    await focusIs(page, /^Points and rewards: /);
    await close(watched);
  });
});
