import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIMEZONE } from '../../demo/sample/programme.ts';
import { openPage, openShop, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';

const MUG = '/products/stoneware-mug'; // €19, tableware
const LAMP = '/products/linen-lamp'; // €89

/** The end is midnight there. */
const inProgrammeZone = { timezoneId: TIMEZONE };

describe('the campaign of the sample programme', () => {
  let shop: OpenShop;
  /** `9 December`: the last day, in a language, which no line break divides. */
  let lastDay: (language: string) => string;
  beforeAll(async () => {
    shop = await openShop();
    const { rows } = await sql<{ end: string }>`
      select fields ->> 'ends_at' as end from records where resource = 'campaign'`.execute(shop.database.db);
    const last = new Date(Date.parse(rows[0]!.end) - 1);
    lastDay = (language) =>
      new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: TIMEZONE })
        .format(last)
        .replaceAll(' ', '\u00a0');
  });
  afterAll(() => shop?.close());

  test('is said on the page of its products and in the cart, and nowhere else', async () => {
    const visit = await openPage(shop, inProgrammeZone);
    await signIn(visit, shop, 'Mara');
    const { page, errors, context } = visit;
    const line = page.locator('.product loyalty-earn');

    await page.goto(shop.url + LAMP);
    await expect.poll(() => shownIn(line)).toBe('Earn 89 points');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart$/);
    await page.goto(shop.url + MUG);
    await expect.poll(() => shownIn(line)).toBe(`2× until ${lastDay('en')}, 38 points`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart$/);
    await expect
      .poll(() => shownIn(page.locator('.cart loyalty-earn')))
      .toBe(`127 points, 19 of them until ${lastDay('en')}`);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('is said to guests by the page, without a request to the service', async () => {
    const { page, calls, errors, context } = await openPage(shop, inProgrammeZone);
    const line = page.locator('.product loyalty-earn');
    const withoutLink = async () => (await shownIn(line)).split('\n')[0];

    await page.goto(shop.url + LAMP);
    await expect.poll(withoutLink).toBe('Members earn 89 points');
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart$/);
    await page.goto(shop.url + MUG);
    await expect.poll(withoutLink).toBe(`Members earn 38 points, 2× until ${lastDay('en')}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart$/);
    await expect
      .poll(() => shownIn(page.locator('.cart loyalty-earn')))
      .toContain(`Members earn 127 points, 19 of them until ${lastDay('en')}`);
    expect(calls).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
