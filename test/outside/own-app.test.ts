import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium } from '../../scripts/browser.mjs';
import { EVERY_ELEMENT, htmlOf } from '../support/every-element.ts';
import { folder, packageFolder, run, write } from './consumer.ts';

// The files of the guide "Test your app" in an app that has installed the packed package and the test runners.

const RUNNERS = [
  'vitest',
  'jsdom',
  'happy-dom',
  '@vitest/browser-playwright',
  'playwright',
  '@playwright/test',
];
const APP = 'own-app';
const appFolder = path.join(folder, APP);

/** Code blocks of the guide by the name in their first line. */
const files = new Map<string, string>();
const unnamed: string[] = [];

beforeAll(async () => {
  const guide = await readFile('docs/guides/test-your-app.md', 'utf8');
  for (const [, code = ''] of guide.matchAll(/```\w*\n([^]*?)```/g)) {
    const [, name] = /^\/\/ ([\w.]+)/.exec(code) ?? [];
    if (name) files.set(name, code);
    else unnamed.push(code);
  }
  for (const name of RUNNERS) {
    const link = path.join(appFolder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.resolve('node_modules', name), link);
  }
  await write(`${APP}/package.json`, JSON.stringify({ name: 'own-app', private: true, type: 'module' }));
  for (const [name, code] of files) await write(`${APP}/${name}`, code);
});

/** What Lit says of itself under Vitest, which loads its development build. */
const OF_LIT = /^.*lit\.dev\/msg\/.*$/gm;
/** The heading that Vitest writes above lines of the console. */
const HEADING = /^stderr \| .*$/gm;

/** Runs tests with Vitest. Returns their titles and states, and what was written to the console. */
async function vitest(names: readonly string[], ...options: readonly string[]) {
  const { code, stdout, stderr } = await run(
    process.execPath,
    [
      path.join(appFolder, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--root', APP, '--reporter=default', '--reporter=json', '--outputFile=results.json'],
      '--expect.poll.timeout=60000', // as in vitest.config.ts
      ...options,
      ...names,
    ],
    { CI: 'true', NO_COLOR: '1' },
  );
  const { testResults } = JSON.parse(await readFile(path.join(appFolder, 'results.json'), 'utf8')) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
    }[];
  };
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status }) => `${status}: ${title}`)
    .sort();
  const written = stderr.replace(OF_LIT, '').replace(HEADING, '').trim();
  return { output: code === 0 ? '' : stdout + stderr, tests, written };
}

const BALANCE = [
  'passed: a guest is asked to sign in',
  'passed: the header shows the points of a member',
] as const;
const MEMBER = 'passed: a member saves a product';
const GUEST = 'passed: a guest without IndexedDB is asked to sign in';

describe('guide "Test your app"', () => {
  test('has no code that is not run here', () => {
    expect([...files.keys()].sort()).toEqual([
      'balance.test.js',
      'heart.test.js',
      'loyalty.js',
      'points.e2e.js',
      'setup.js',
      'vitest.browser.config.js',
      'vitest.config.js',
    ]);
    expect(unnamed).toEqual([]);
  });

  test.each(['jsdom', 'happy-dom'])('has tests that pass in %s, with nothing in the console', async (dom) => {
    expect(await vitest(['balance.test.js', 'heart.test.js'], `--environment=${dom}`)).toEqual({
      output: '',
      tests: [...BALANCE, MEMBER, GUEST].sort(),
      written: '',
    });
  });

  test('has a configuration with which tests pass in a browser', async () => {
    // The browser of this repository instead of the one that Playwright downloads.
    const launch = `playwright({ launchOptions: ${JSON.stringify(await chromium())} })`;
    const config = files.get('vitest.browser.config.js')!.replace('playwright()', launch);
    await write(`${APP}/browser.config.js`, config);
    const { output, tests } = await vitest(
      ['balance.test.js', 'heart.test.js'],
      '--config=browser.config.js',
    );
    expect({ output, tests }).toEqual({
      output: '',
      tests: [...BALANCE, MEMBER, GUEST.replace('passed', 'skipped')].sort(),
    });
  });

  describe('with Playwright', () => {
    const shop = createServer((request, response) => {
      const { pathname } = new URL(request.url!, 'http://127.0.0.1');
      if (pathname === '/')
        return response.writeHead(200, { 'Content-Type': 'text/html' })
          .end(`<!doctype html><html lang="en-US"><title>Shop</title><link rel="icon" href="data:,">
            <script type="module" src="/loyalty.js"></script>
            <loyalty-provider base-url="https://api.acme.example.com/api" platform="shop" customer-id="1001"
              signed-at="${Math.floor(Date.now() / 1_000)}" signature="${'a'.repeat(64)}"></loyalty-provider>
            <loyalty-balance></loyalty-balance>`);
      return readFile(path.join(packageFolder, 'dist/cdn', path.basename(pathname))).then(
        (file) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(file),
        () => response.writeHead(404).end(),
      );
    });
    beforeAll(() => new Promise<void>((resolve) => void shop.listen(0, '127.0.0.1', resolve)));
    afterAll(() => new Promise<void>((resolve) => void shop.close(() => resolve()).closeAllConnections()));

    test('has a test that passes on a page of the shop', async () => {
      const baseURL = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
      const use = { baseURL, launchOptions: await chromium() };
      await write(
        `${APP}/playwright.config.js`,
        `export default ${JSON.stringify({ testMatch: '*.e2e.js', reporter: 'json', use })};`,
      );
      const { stdout, stderr } = await run(process.execPath, [
        path.join(appFolder, 'node_modules/@playwright/test/cli.js'),
        'test',
        '--config',
        `${APP}/playwright.config.js`,
      ]);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout), stdout).toMatchObject({
        stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 },
      });
    });
  });
});

describe('a simulated page', () => {
  /** A test for each element, for a member and for a guest. */
  const EVERY = `
    import { expect, test } from 'vitest';
    import { guest, member, startLoyalty } from './loyalty.js';
    const rows = ${JSON.stringify(EVERY_ELEMENT.map((element) => [element[0], htmlOf([element])]))};
    const customers = { member, guest };
    for (const [tag, html] of rows)
      for (const [name, customer] of Object.entries(customers))
        test(html + ' of a ' + name, async () => {
          const service = startLoyalty();
          document.body.innerHTML = '<loyalty-provider base-url="' + service.baseUrl + '" ' + customer + '></loyalty-provider>' + html;
          const element = document.querySelector(tag);
          await element.updateComplete;
          await expect.poll(() => element.ariaBusy === 'true' || element.getAttribute('aria-busy') === 'true').toBe(false);
        });`;

  test.each(['jsdom', 'happy-dom'])('shows every element in %s without an error', async (dom) => {
    await write(`${APP}/every.test.js`, EVERY);
    const { output, tests, written } = await vitest(['every.test.js'], `--environment=${dom}`);
    expect([output, written]).toEqual(['', '']);
    expect(tests).toHaveLength(EVERY_ELEMENT.length * 2);
    expect(tests.filter((line) => !line.startsWith('passed'))).toEqual([]);
  });

  test('loads the elements of an app that imports loyalty-elements/auto', async () => {
    const setup = files
      .get('setup.js')!
      .replace("import 'loyalty-elements';", "import 'loyalty-elements/auto';");
    await write(`${APP}/auto-setup.js`, setup);
    await write(
      `${APP}/auto.config.js`,
      files.get('vitest.config.js')!.replace('./setup.js', './auto-setup.js'),
    );
    // The first of them renders before any element is defined.
    await write(
      `${APP}/auto.test.js`,
      files.get('balance.test.js')!.replaceAll('.shadowRoot.', '.shadowRoot?.'),
    );
    expect(await vitest(['auto.test.js'], '--config=auto.config.js')).toEqual({
      output: '',
      tests: BALANCE,
      written: '',
    });
  });
});
