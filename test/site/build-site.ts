import { execFileSync } from 'node:child_process';

/** Builds the documentation site once for all tests of this folder. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/docs.mjs'], { stdio: 'inherit' });
}
