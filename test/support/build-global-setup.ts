import { execFileSync } from 'node:child_process';
import { chromium } from '../../scripts/browser.mjs';

/** The storefront and the byte budgets need the built files; the pages need a browser, unpacked once before many ask for it. */
export async function setup(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build-when-stale.mjs'], { stdio: 'inherit' });
  await chromium();
}
