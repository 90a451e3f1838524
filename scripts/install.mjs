// Installs the packages when they are missing or the lock file has changed. Plain Node, so that it runs in a fresh clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.installed-lock';
const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== lock) {
  console.log('Installing packages (once)…');
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    // Tests bring their own browser: see scripts/browser.mjs.
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
  });
  if (status !== 0) {
    console.error('npm ci failed: see above. Check the network, then run the same command again.');
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, lock);
}
