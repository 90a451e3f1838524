import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, openShop, settled, signIn, type OpenShop } from '../support/shop-open.ts';

// What assistive technology gets: the accessibility tree of the browser, not the attributes of the elements.

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

interface TreeNode {
  readonly role: string;
  readonly name: string;
  /** All text in it. */
  readonly text: string;
  /** Of its properties, such as `focused`, `pressed` or `live`, those that are set. */
  readonly properties: Readonly<Record<string, unknown>>;
}

async function accessibilityTree(page: Page): Promise<TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textIn = (node: (typeof nodes)[number]): string =>
    node.role?.value === 'StaticText'
      ? String(node.name?.value ?? '')
      : (node.childIds ?? [])
          .flatMap((id) => byId.get(id) ?? [])
          .map(textIn)
          .join(' ');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => ({
      role: String(node.role?.value),
      name: String(node.name?.value ?? ''),
      text: textIn(node).replace(/\s+/g, ' ').trim(),
      properties: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
    }));
}

/** The texts of the live regions: what is announced when it changes. */
const announced = async (page: Page): Promise<string> =>
  (await accessibilityTree(page))
    .filter(({ properties }) => properties['live'] === 'polite' || properties['live'] === 'assertive')
    .map(({ text }) => text)
    .join('\n');

const focused = async (page: Page): Promise<string[]> =>
  (await accessibilityTree(page))
    .filter(({ role, properties }) => properties['focused'] && role !== 'RootWebArea')
    .map(({ role, name }) => `${role} ${name}`);

describe('accessibility tree', () => {
  test('has the question of a claim as the name of its buttons, and announces the result', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    const { page } = visit;
    await page.goto(`${shop.url}/account`);
    await settled(page);
    const rewards = page.locator('loyalty-rewards');
    await rewards.getByRole('button', { name: /^Show all/ }).click();
    await rewards.getByRole('button', { name: 'Claim Free delivery' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toEqual([expect.stringMatching(/^button Spend [\d,]+ points?/)]);
    const group = (await accessibilityTree(page)).find(
      ({ role, text }) => role === 'group' && /Spend/.test(text),
    );
    expect(group?.name).toMatch(/150 points/);
    await page.keyboard.press('Enter');
    await expect.poll(() => announced(page)).toContain('Free delivery');
    expect(await focused(page)).toHaveLength(1);
    await visit.context.close();
  });

  test('has the state of a heart, the menu of lists as a dialog, and announces a removal with its undo', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    const { page } = visit;
    await page.goto(`${shop.url}/products/linen-lamp`);
    await settled(page);
    const hearts = async () =>
      (await accessibilityTree(page)).filter(
        ({ role, name }) => role === 'button' && /Linen lamp/.test(name),
      );
    const before = (await hearts()).map(({ properties }) => properties['pressed']).find(Boolean);
    await page
      .locator('main loyalty-wishlist-button[lists]')
      .getByRole('button', { name: /Choose lists/ })
      .click();
    await expect
      .poll(async () =>
        (await accessibilityTree(page)).filter(({ role }) => role === 'dialog').map(({ name }) => name),
      )
      .toEqual(['Choose lists']);
    const choice = async () => (await accessibilityTree(page)).find(({ role }) => role === 'checkbox');
    await expect.poll(async () => (await choice())?.name).toMatch(/^Wishlist/);
    expect((await choice())?.properties['checked']).toBe(before);
    await page.keyboard.press('Escape');
    expect((await accessibilityTree(page)).filter(({ role }) => role === 'dialog')).toEqual([]);

    await page.goto(`${shop.url}/wishlist`);
    await settled(page);
    await page
      .locator('loyalty-wishlist')
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect.poll(() => announced(page)).toMatch(/ removed/);
    const undo = async () =>
      (await accessibilityTree(page)).filter(({ role, name }) => role === 'button' && name === 'Undo');
    await expect.poll(undo).toHaveLength(1);
    await visit.context.close();
  });
});

describe('a page at 400 % of 1280 pixels', () => {
  test.each(['Mara', 'a guest'])('does not scroll sideways: %s', async (customer) => {
    const visit = await openPage(shop, { viewport: { width: 320, height: 256 } });
    const { page } = visit;
    if (customer !== 'a guest') await signIn(visit, shop, customer);
    for (const path of [
      '/',
      '/account',
      '/account/card',
      '/account/benefits',
      '/account/lists',
      '/account/activity',
      '/wishlist',
    ]) {
      await page.goto(shop.url + path);
      await settled(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    await visit.context.close();
  });
});

describe('the header of the shop at 320 pixels', () => {
  const SPACING = `* {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }`;

  test.each(['ltr', 'rtl'])('has room for its logo with text spacing: %s', async (direction) => {
    const { page, context } = await openPage(shop, { viewport: { width: 320, height: 600 } });
    await page.goto(shop.url);
    await settled(page);
    await page.evaluate(
      ([dir, css]) => {
        document.documentElement.dir = dir!;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css!);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      },
      [direction, SPACING],
    );
    const header = page.locator('.site-header');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const logo = (await header.locator('.logo').boundingBox())!;
    const tools = (await header.locator('.site-tools').boundingBox())!;
    expect(logo.x).toBeGreaterThanOrEqual(0);
    if (direction === 'ltr') expect(logo.x + logo.width).toBeLessThanOrEqual(tools.x);
    else expect(tools.x + tools.width).toBeLessThanOrEqual(logo.x);
    expect(tools.x).toBeGreaterThanOrEqual(0);
    expect(tools.x + tools.width).toBeLessThanOrEqual(320);
    await context.close();
  });
});
