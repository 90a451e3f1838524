import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Folder for screenshots, to look at; without it none are taken. */
const folder = process.env['PICTURES'];

/** Checks that the page does not scroll horizontally, on phone and desktop widths. */
export async function checkWidths(page: Page, name: string): Promise<void> {
  // Before the stylesheet has loaded, a long key overflows.
  await page.waitForLoadState('load');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}
