import { execFileSync } from 'node:child_process';
import { SITE_URL } from './serve-site.ts';

/** Builds the documentation site once for all tests of this folder. */
export function setup(): void {
  const env = { ...process.env, SITE_URL };
  execFileSync(process.execPath, ['scripts/docs.mjs'], { stdio: 'inherit', env });
}
