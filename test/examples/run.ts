// `npm run test:examples`: installs the packed package with each app of examples/apps into a temporary folder, checks its types strictly,
// builds it, and uses it in a browser; likewise the worker of examples/edge, in its runtime. It takes minutes and downloads the frameworks
// from the registry, so that `npm test` does not include it.
// `npm run test:examples -- vue` or `-- edge` runs one of them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { openCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { edgeNeeds, useEdge, useShopifyWorker } from './edge.ts';

const APPS = 'examples/apps';
const DEADLINE_MS = 60_000;

/** Where an app has its built files, unless it is `dist`. */
const OUTPUT: Readonly<Record<string, string>> = { next: 'out', nuxt: '.output/public' };
/** Apps with pages that are rendered when they are built, and taken over or opened anew in the browser. */
const PRERENDERED = new Set(['next', 'nuxt', 'astro']);
/** The address in prerendered pages, which are built before the service has one. */
const SERVICE = 'https://api.acme.example.com';
/** Frameworks then ask nothing and report nothing. */
const QUIET = {
  CI: 'true',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  NUXT_TELEMETRY_DISABLED: '1',
};

/** Installs the package and an example of this folder, and builds it. Returns its copy. */
function build(source: string, folder: string, tarball: string): string {
  const target = path.join(folder, path.basename(source));
  cpSync(source, target, { recursive: true });
  const run = (...words: string[]) =>
    execFileSync('npm', words, { cwd: target, stdio: 'inherit', env: { ...process.env, ...QUIET } });
  // Scripts of packages would download programs from elsewhere; all that the apps need is in the registry.
  run(
    'install',
    tarball,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefer-offline',
  );
  run('run', '--silent', 'build');
  return target;
}

/** The built files of an app, by the path in an address. */
function filesOf(app: string, target: string): ReadonlyMap<string, string> {
  const built = path.join(target, OUTPUT[app] ?? 'dist');
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => statSync(path.join(built, name)).isFile())
      .map((name) => [addressOf(name), readFileSync(path.join(built, name), 'utf8')]),
  );
}

/** `/other` for `other.html` and `other/index.html`, as static hosts do. */
const addressOf = (name: string): string =>
  `/${name.split(path.sep).join('/')}`.replace(/(?:\/index)?\.html$/, '') || '/';

/**
 * Points, an event, another customer, and an element that is removed and comes back; where the app has a second page, the way there and
 * back. Throws where one of them is missing.
 */
async function use(browser: Browser, files: ReadonlyMap<string, string>, hasPages: boolean): Promise<void> {
  if (hasPages && !files.get('/')?.includes('<loyalty-balance'))
    throw new Error('The page is not prerendered.');
  const other = sampleMember('1002', 'b');
  other.points = { ...other.points, available: 75 };
  const members = new Map([sampleMember(), other].map((member) => [member.id, member]));
  const opened = await openCdnPage(browser, {
    files: (origin) =>
      Object.fromEntries([...files].map(([name, text]) => [name, text.replaceAll(SERVICE, origin)])),
    members,
  });
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
    if (hasPages) {
      await page.getByText('Other page').click();
      await page.locator('loyalty-provider').waitFor({ state: 'detached' });
      await page.getByText('Back').click();
      await points('2,480');
    }
    if (errors.length) throw new Error(errors.join('\n'));
  } finally {
    await opened.close();
  }
}

const [, , ...wanted] = process.argv;
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const apps = readdirSync(APPS).filter(isWanted);
const folder = mkdtempSync(path.join(tmpdir(), 'loyalty-examples-'));
const browser = await chromium.launch(await launchOptions());
const failed: string[] = [];
try {
  execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { stdio: 'inherit' });
  const tarball = path.join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  const tryExample = async (name: string, use: () => Promise<void>) => {
    try {
      await use();
      console.log(`${name}: works`);
    } catch (error) {
      failed.push(name);
      console.error(`${name}: failed`, error);
    }
  };
  for (const app of apps)
    await tryExample(app, () =>
      use(browser, filesOf(app, build(path.join(APPS, app), folder, tarball)), PRERENDERED.has(app)),
    );
  if (isWanted('edge')) {
    const worker = build('examples/edge', folder, tarball);
    if (edgeNeeds) console.log(`edge: skipped, ${edgeNeeds}`);
    else await tryExample('edge', () => useEdge(worker));
    await tryExample('worker of Shopify', () => useShopifyWorker(worker));
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length ? 1 : 0;
