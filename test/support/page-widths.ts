import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pictures of the pages are kept where a folder is named: for people to look at. */
const folder = process.env['PICTURES'];

/** Nothing on the page is wider than the window, on a telephone and on a desk. */
export async function checkWidths(page: Page, name: string): Promise<void> {
  // A form's answer can be measured before its stylesheet arrived: without styles a long key overflows.
  await page.waitForLoadState('load');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}
