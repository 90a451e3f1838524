import { execFileSync } from 'node:child_process';

/** The storefront and the byte budgets need the built files. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-when-stale.mjs'], { stdio: 'inherit' });
}
