import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, openShop, signIn, type OpenShop, type Watched } from '../support/shop-open.ts';

// A page without its scripts, because they load, fail or are blocked, shows what stands in the elements of its HTML.

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const PATHS = [
  '/',
  '/products',
  '/products/wool-throw',
  '/cart',
  '/sign-in',
  '/wishlist',
  '/account',
  '/account/card',
  '/account/benefits',
  '/account/activity',
  '/account/lists',
  '/account/lists/unknown',
  '/lists/unknown',
];

/** Words that say that something is missing or what a customer has. */
const CLAIM = /\b(no|not|none|nothing|never|yet|empty|gone|longer|you’re|you have|yours)\b/i;

/** The visible texts of the page's elements of ours, by tag. */
const shownInElements = ({ page }: Watched): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(':not(:defined)')]
      .filter(({ localName }) => localName !== 'loyalty-provider')
      .map((element) => `${element.localName}: ${element.innerText.trim()}`)
      .filter((text) => !text.endsWith(': ')),
  );

describe.each([
  ['scripts', /\.js(\?|$)/],
  ['scripts and the style sheet', /\.js(\?|$)|\/loyalty(-[\w-]+)?\.css/],
])('a page without %s', (_, blocked) => {
  it.each(['a guest', 'Mara'])('says nothing about the data of %s', async (visitor) => {
    const visit = await openPage(shop);
    const { page, context } = visit;
    if (visitor === 'Mara') await signIn(visit, shop, 'Mara');
    await page.route(blocked, (route) => route.abort());
    const texts: string[] = [];
    for (const path of PATHS) {
      await page.goto(shop.url + path, { waitUntil: 'load' });
      expect(await page.locator('loyalty-provider:not(:defined)').count(), path).toBe(1);
      texts.push(...(await shownInElements(visit)).map((text) => `${path} ${text}`));
    }
    // Only the page of a list that the service does not have says so.
    expect(texts.filter((text) => CLAIM.test(text) && !text.startsWith('/lists/unknown'))).toEqual([]);
    if (visitor === 'Mara') expect(texts.filter((text) => /sign in/i.test(text))).toEqual([]);
    else expect(texts.filter((text) => /sign in/i.test(text)).length).toBeGreaterThan(3);
    await context.close();
  });
});
