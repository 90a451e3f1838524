import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { openCdnPage, providerOf } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

const TAGS = [
  'loyalty-balance',
  'loyalty-tier',
  'loyalty-rewards',
  'loyalty-wishlist',
  'loyalty-wishlist-button',
  'loyalty-account',
];

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
});
afterAll(() => browser?.close());

/** Whether the garbage collector frees the element that `mount` adds and removes, within two seconds. */
async function isFreed(tag: string, keep: boolean): Promise<boolean> {
  const opened = await openCdnPage(browser, {
    // The first one loads the files, and stays.
    body: `${providerOf(sampleMember())}<${tag} product-id="product-1"></${tag}>`,
  });
  try {
    const { page } = opened;
    await page.evaluate((name) => customElements.whenDefined(name).then(() => undefined), tag);
    await page.evaluate(
      async ([name, kept]) => {
        const element = document.createElement(name);
        element.setAttribute('product-id', 'product-1');
        document.body.append(element);
        await new Promise((resolve) => setTimeout(resolve, 100));
        element.remove();
        Object.assign(window, { removed: new WeakRef(element), ...(kept && { element }) });
      },
      [tag, keep] as const,
    );
    const session = await page.context().newCDPSession(page);
    for (let attempt = 0; attempt < 10; attempt++) {
      await session.send('HeapProfiler.collectGarbage');
      const freed = await page.evaluate(
        () => (window as unknown as { removed: WeakRef<Element> }).removed.deref() === undefined,
      );
      if (freed) return true;
      await page.waitForTimeout(100);
    }
    return false;
  } finally {
    await opened.close();
  }
}

describe('memory of an element that the page has removed', () => {
  test.each(TAGS)('%s: is freed', async (tag) => {
    expect(await isFreed(tag, false)).toBe(true);
  });

  test('twin: is not freed while the page has a reference', async () => {
    expect(await isFreed('loyalty-balance', true)).toBe(false);
  });
});
