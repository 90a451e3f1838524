import { compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, settled, type OpenShop } from '../support/shop-open.ts';
import {
  everShownIn,
  isGuest,
  MARA,
  MARAS_POINTS,
  NOOR,
  NOORS_POINTS,
  openProvenShop,
  platforms,
  pointsIn,
  PUBLIC_KEY,
  signedByShopify,
  statusesOf,
  storedIn,
  type ProvenShop,
} from '../support/shop-proven.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

describe('the platforms of these tests', () => {
  test('sign like the examples that Shopify and RFC 7515 publish', async () => {
    const query =
      'extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=1&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555';
    expect(signedByShopify(query)).toBe('4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb');
    const published =
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.' +
      'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q';
    const { payload } = await compactVerify(published, await importJWK(PUBLIC_KEY, 'ES256'));
    expect(new TextDecoder().decode(payload)).toContain('"iss":"joe"');
  });
});

describe.each(platforms)('a customer who is proven by $name', (platform) => {
  let proven: ProvenShop;
  beforeAll(async () => {
    proven = await openProvenShop(shop, platform);
  });
  afterAll(() => proven?.close());

  test('is signed in without a form, once for several pages', async () => {
    const context = await proven.openBrowser(MARA);
    const { page, logins, errors } = await proven.open(context);
    await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    expect(await page.locator('input, loyalty-account').count()).toBe(0);
    await page.reload();
    await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    expect({ logins: statusesOf(logins), errors }).toEqual({ logins: [200], errors: [] });
    await context.close();
  });

  test('is a guest before the sign-in to the shop', async () => {
    const context = await proven.openBrowser();
    const { page, logins, errors } = await proven.open(context);
    await expect.poll(() => isGuest(page)).toBe(true);
    await settled(page);
    expect(await everShownIn(page)).not.toMatch(/\d/);
    expect({ logins, errors }).toEqual({ logins: [], errors: [] });
    await context.close();
  });

  test('is a guest in a tab of the customer before, and signs in once in each tab', async () => {
    const context = await proven.openBrowser(MARA);
    const first = await proven.open(context);
    await expect.poll(() => pointsIn(first.page)).toContain(MARAS_POINTS);
    await settled(first.page);
    await proven.changeCustomer(context, NOOR);
    const second = await proven.open(context);
    await expect.poll(() => pointsIn(second.page)).toContain(NOORS_POINTS);
    await expect.poll(() => isGuest(first.page)).toBe(true);
    await settled(second.page);
    expect([first, second].map(({ logins }) => statusesOf(logins))).toEqual([[200], [200]]);
    await context.close();
  });

  test('leaves nothing to the next customer of the browser', async () => {
    const context = await proven.openBrowser(MARA);
    const { page, logins, errors } = await proven.open(context);
    await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    const { token, profile_id: profile } = (await logins[0]!.json()) as Record<string, string>;
    // The record and the search find what is there.
    await expect.poll(() => everShownIn(page)).toContain(MARAS_POINTS);
    for (const text of [token, profile]) expect(await storedIn(context)).toContain(text);

    await proven.changeCustomer(context, NOOR);
    await page.reload();
    await expect.poll(() => pointsIn(page)).toContain(NOORS_POINTS);
    await settled(page);
    expect(await everShownIn(page)).not.toContain(MARAS_POINTS);
    for (const text of [token, profile]) await expect.poll(() => storedIn(context)).not.toContain(text);

    await proven.changeCustomer(context);
    await page.reload();
    await expect.poll(() => isGuest(page)).toBe(true);
    await settled(page);
    expect(await everShownIn(page)).not.toMatch(/\d/);
    expect({ logins: statusesOf(logins), errors }).toEqual({ logins: [200, 200], errors: [] });
    await context.close();
  });

  test('sees nothing of the customer for whom a cache of the shop has stored the page', async () => {
    const context = await proven.openBrowser(NOOR);
    const own = await proven.open(context);
    await expect.poll(() => pointsIn(own.page)).toContain(NOORS_POINTS);
    await settled(own.page); // an answer that is stored in the same moment would keep this tab's customer
    const cached = await proven.open(context, MARA);
    await expect.poll(() => isGuest(cached.page)).toBe(true);
    await settled(cached.page);
    for (const points of [MARAS_POINTS, NOORS_POINTS])
      expect(await everShownIn(cached.page)).not.toContain(points);
    expect(statusesOf(cached.logins)).toEqual([401]);
    // The page says that the browser has another customer, so the tabs of this one end until their next page.
    await expect.poll(() => isGuest(own.page)).toBe(true);
    await own.page.reload();
    await expect.poll(() => pointsIn(own.page)).toContain(NOORS_POINTS);
    expect(await everShownIn(own.page)).not.toContain(MARAS_POINTS);
    await context.close();

    const guest = await proven.openBrowser();
    const { page, logins } = await proven.open(guest, MARA);
    await expect.poll(() => isGuest(page)).toBe(true);
    await settled(page);
    expect(await everShownIn(page)).not.toContain(MARAS_POINTS);
    expect(logins.filter((login) => login.ok())).toEqual([]);
    await guest.close();
  });
});
