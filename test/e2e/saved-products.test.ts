import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, settled, signIn, type OpenShop, type Watched } from '../support/shop-open.ts';
import { wishlistItems } from '../support/service-rows.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const heart = (page: Page, index: number) =>
  page.locator('main article loyalty-wishlist-button').nth(index).getByRole('button');
const isPressed = (page: Page, index: number) => heart(page, index).getAttribute('aria-pressed');

const productOf = async (page: Page, index: number): Promise<string> =>
  (await page
    .locator('main article loyalty-wishlist-button')
    .nth(index)
    .getAttribute('product-id')) as string;

/** Opens the first page of the shop, with the list loaded. */
async function openHome({ page }: Watched): Promise<void> {
  await page.goto(shop.url);
  await heart(page, 0).scrollIntoViewIfNeeded();
  await settled(page);
}

/** Presses a heart, and waits until the change is stored, on the device or at the service. It is shown before. */
async function press(page: Page, index: number): Promise<void> {
  const before = await isPressed(page, index);
  await heart(page, index).scrollIntoViewIfNeeded();
  const changed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        for (const type of ['loyalty-wishlist-added', 'loyalty-wishlist-removed'])
          document.addEventListener(type, () => resolve(), { once: true });
      }),
  );
  await heart(page, index).click();
  await changed;
  expect(await isPressed(page, index)).toBe(before === 'true' ? 'false' : 'true');
}

async function signOut({ page }: Watched): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().waitFor();
}

/** Profile id of the customer of a page. */
const profileOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const provider = document.querySelector('loyalty-provider') as unknown as {
      loyalty: { profileId(): Promise<string> };
    };
    return provider.loyalty.profileId();
  });

/** Products of a profile's wishlist in the database of the service. */
async function savedBy(profile: string): Promise<string[]> {
  const items = await wishlistItems(shop.database.db);
  return items.filter(({ profile_id }) => profile_id === profile).map(({ product_id }) => product_id);
}

const edits = ({ calls }: Watched) => calls.filter((call) => /^(POST|DELETE).*\/items/.test(call));
const failRequest = (route: Route) => route.abort('connectionfailed');

describe('saved products', () => {
  test('of a guest join the list of the customer at sign-in, each once, also after another sign-in', async () => {
    const member = await openPage(shop);
    await signIn(member, shop, 'Noor');
    await openHome(member);
    await press(member.page, 0);
    const profile = await profileOf(member.page);
    const known = await productOf(member.page, 0);
    await expect.poll(() => savedBy(profile)).toContain(known);
    const before = await savedBy(profile);
    await member.context.close();

    const guest = await openPage(shop);
    await openHome(guest);
    const products: string[] = [];
    for (const index of [0, 1, 2]) {
      await press(guest.page, index);
      products.push(await productOf(guest.page, index));
    }
    expect(products[0]).toBe(known);
    expect(guest.calls).toEqual([]);

    const all = [...new Set([...before, ...products])].sort();
    expect(all.length).toBe(before.length + 2);
    await signIn(guest, shop, 'Noor');
    await openHome(guest);
    await expect.poll(() => savedBy(profile)).toEqual(all);
    for (const index of [0, 1, 2]) await expect.poll(() => isPressed(guest.page, index)).toBe('true');
    await expect.poll(() => edits(guest).length).toBe(3);

    await signOut(guest);
    await openHome(guest);
    for (const index of [0, 1, 2]) expect(await isPressed(guest.page, index)).toBe('false');
    await signIn(guest, shop, 'Noor');
    await openHome(guest);
    await guest.page.goto(`${shop.url}/wishlist`);
    await settled(guest.page);
    expect(await savedBy(profile)).toEqual(all);
    expect(edits(guest).length, 'edits after the second sign-in').toBe(3);
    expect(guest.errors).toEqual([]);
    await guest.context.close();
  });

  test('without a connection are saved and removed on the device, and at the service when it is back', async () => {
    const visit = await openPage(shop);
    const { page, context } = visit;
    await signIn(visit, shop, 'Mara');
    await openHome(visit);
    await press(page, 0);
    const profile = await profileOf(page);
    const [removed, added] = [await productOf(page, 0), await productOf(page, 1)];
    await expect.poll(() => savedBy(profile)).toContain(removed);
    const before = await savedBy(profile);
    expect(before).not.toContain(added);

    await context.setOffline(true);
    await press(page, 0);
    await press(page, 1);
    expect(await savedBy(profile)).toEqual(before);
    await context.setOffline(false);
    const after = [...before.filter((product) => product !== removed), added].sort();
    await expect.poll(() => savedBy(profile)).toEqual(after);
    await openHome(visit);
    await expect.poll(() => isPressed(page, 0)).toBe('false');
    await expect.poll(() => isPressed(page, 1)).toBe('true');
    expect(visit.errors).toEqual([]);
    await context.close();
  });

  test('that were not sent before a sign-out never become another customer’s, and are sent after a return', async () => {
    const visit = await openPage(shop);
    const { page } = visit;
    await signIn(visit, shop, 'Inês');
    await openHome(visit);
    const profile = await profileOf(page);
    const product = await productOf(page, 3);
    expect(await savedBy(profile)).not.toContain(product);
    await page.route('**/lists/**/items', failRequest);
    await press(page, 3);
    await signOut(visit);
    await page.unroute('**/lists/**/items', failRequest);

    await signIn(visit, shop, 'Mara');
    await openHome(visit);
    const other = await profileOf(page);
    expect(await isPressed(page, 3)).toBe('false');
    await press(page, 4);
    await expect.poll(() => savedBy(other).then((products) => products.length)).toBeGreaterThan(0);
    expect(await savedBy(other)).not.toContain(product);
    expect(await savedBy(profile)).not.toContain(product);

    await signOut(visit);
    await signIn(visit, shop, 'Inês');
    await openHome(visit);
    await expect.poll(() => savedBy(profile)).toContain(product);
    expect(await savedBy(other)).not.toContain(product);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
  });

  test('of a page with wishlist="device" are on the device, and no request is sent for them', async () => {
    const visit = await openPage(shop);
    const { page, context } = visit;
    await context.addInitScript(() => {
      new MutationObserver(() =>
        document.querySelector('loyalty-provider')?.setAttribute('wishlist', 'device'),
      ).observe(document, { childList: true, subtree: true });
    });
    await signIn(visit, shop, 'Tomás');
    await openHome(visit);
    const profile = await profileOf(page);
    const before = await savedBy(profile);
    expect(await isPressed(page, 5)).toBe('false');
    await press(page, 5);
    await openHome(visit);
    await expect.poll(() => isPressed(page, 5)).toBe('true');
    await page.goto(`${shop.url}/wishlist`);
    await settled(page);
    expect(visit.calls.filter((call) => call.includes('/lists'))).toEqual([]);
    expect(await savedBy(profile)).toEqual(before);
    expect(visit.errors).toEqual([]);
    await context.close();
  });
});
