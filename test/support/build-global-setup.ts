import { execFileSync } from 'node:child_process';
import { chromium } from '../../scripts/browser.mjs';

/** Builds the elements, and unpacks the browser once, before several test files do it at the same time. */
export async function setup(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build-when-stale.mjs'], { stdio: 'inherit' });
  await chromium();
}
