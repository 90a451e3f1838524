// `npm run test:examples`: installs the packed package with each app of examples/apps into a temporary folder, checks its types strictly,
// builds it, and uses it in a browser. It takes minutes and downloads the frameworks, so that `npm test` does not include it.
// `npm run test:examples -- vue` runs one of them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { openCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

const APPS = 'examples/apps';
const DEADLINE_MS = 60_000;

/** Builds the app in the folder. Returns the files of its page, and the tags with which the page loads them. */
function build(
  app: string,
  folder: string,
  tarball: string,
): { files: Record<string, string>; head: string } {
  const target = path.join(folder, app);
  cpSync(path.join(APPS, app), target, { recursive: true });
  const run = (...words: string[]) => execFileSync('npm', words, { cwd: target, stdio: 'inherit' });
  run('install', tarball, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline');
  run('run', '--silent', 'build');
  const built = path.join(target, 'dist');
  const scripts = readdirSync(path.join(built, 'assets')).map((name) => `/assets/${name}`);
  return {
    files: Object.fromEntries(scripts.map((name) => [name, readFileSync(built + name, 'utf8')])),
    head: /<script.*<\/script>/.exec(readFileSync(path.join(built, 'index.html'), 'utf8'))![0],
  };
}

/** Points, an event, another customer, and an element that is removed and comes back. Throws where one of them is missing. */
async function use(browser: Browser, app: { files: Record<string, string>; head: string }): Promise<void> {
  const other = sampleMember('1002', 'b');
  other.points = { ...other.points, available: 75 };
  const members = new Map([sampleMember(), other].map((member) => [member.id, member]));
  const opened = await openCdnPage(browser, { ...app, body: '<div id="app"></div>', members });
  const { page, errors } = opened;
  page.setDefaultTimeout(DEADLINE_MS);
  const points = (text: string) => page.locator('loyalty-balance', { hasText: text }).waitFor();
  try {
    await points('2,480');
    await page.locator('loyalty-wishlist-button [part~="heart-button"]').click();
    await page.locator('output', { hasText: 'product-9' }).waitFor();
    await page.getByText('Other customer').click();
    await points('75');
    await page.getByText('Show or hide').click();
    await page.locator('loyalty-balance').waitFor({ state: 'detached' });
    await page.getByText('Show or hide').click();
    await points('75');
    if (errors.length) throw new Error(errors.join('\n'));
  } finally {
    await opened.close();
  }
}

const [, , ...wanted] = process.argv;
const apps = readdirSync(APPS).filter((app) => wanted.length === 0 || wanted.includes(app));
const folder = mkdtempSync(path.join(tmpdir(), 'loyalty-examples-'));
const browser = await chromium.launch(await launchOptions());
const failed: string[] = [];
try {
  execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { stdio: 'inherit' });
  const tarball = path.join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  for (const app of apps) {
    try {
      await use(browser, build(app, folder, tarball));
      console.log(`${app}: works`);
    } catch (error) {
      failed.push(app);
      console.error(`${app}: failed`, error);
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length ? 1 : 0;
