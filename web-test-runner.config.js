import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { launch } from 'puppeteer-core';
import { defaultReporter } from '@web/test-runner';
import { chromium } from './scripts/browser.mjs';
import { saveResult } from './scripts/reliability-results.mjs';

const tsconfig = fileURLToPath(new URL('./tsconfig.json', import.meta.url));

// The runner stops at SIGINT alone, and puppeteer closes its browser at SIGTERM without ending the process.
process.once('SIGTERM', () => {
  process.emit('SIGINT');
  setTimeout(() => process.exit(143), 5_000).unref();
});

const launchOptions = { headless: true, ...(await chromium()) };
// Otherwise every test file would wait again for a browser that does not start.
await (await launch(launchOptions)).close();

/** Whether the tests try the full numbers of RELIABILITY.md (`npm run test:long`). */
const full = process.env.PROMISES === 'full';
const isMeasured = ([first]) => first === 'measured';

/** Stores what each test file of a promise counted, for RELIABILITY.md. */
const resultsReporter = {
  reportTestFileResults({ testFile, sessionsForTestFile }) {
    const file = relative(process.cwd(), testFile);
    const testsOf = (suite) => (suite ? [...suite.tests, ...suite.suites.flatMap(testsOf)] : []);
    const tests = sessionsForTestFile.flatMap(({ testResults }) => testsOf(testResults));
    const failed = tests.filter(({ passed, skipped }) => !passed && !skipped).map(({ name }) => name);
    if (!failed.length && sessionsForTestFile.some(({ passed }) => !passed))
      failed.push('the file could not be run');
    saveResult({
      file,
      command: `npm run test:long -- test/long/elements.test.ts`,
      passed: tests.filter(({ passed }) => passed).length,
      failed,
      skipped: tests.filter(({ skipped }) => skipped).map(({ name }) => name),
      measured: sessionsForTestFile.flatMap(({ logs }) => logs.filter(isMeasured).map(([, line]) => line)),
    });
  },
};

export default {
  files: ['test/components/**/*.test.ts'],
  // Test files spend much time waiting: run two at once on two processors; the default is one.
  concurrency: Math.max(2, availableParallelism() / 2),
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig })],
  browsers: [
    chromeLauncher({
      launchOptions,
      // Tabs of one browser share their customer: each test file gets its own browser.
      createPage: async ({ context }) => (await context.browser().createBrowserContext()).newPage(),
    }),
  ],
  browserStartTimeout: 120_000,
  // Ten thousand interleavings take a while on a small machine.
  testsFinishTimeout: full ? 3_600_000 : 600_000,
  // Limit for a test that hangs, long enough for a busy machine.
  testFramework: { config: { timeout: 120_000 } },
  testRunnerHtml: (script) =>
    `<!doctype html><html data-promises="${full ? 'full' : 'share'}"><head></head><body><script type="module" src="${script}"></script></body></html>`,
  reporters: [defaultReporter(), ...(full ? [resultsReporter] : [])],
  // The warning is about measuring the columns of the grid, which is intended.
  filterBrowserLogs: (log) =>
    (full || !isMeasured(log.args)) && !/Lit is in dev mode|change-in-update/.test(String(log.args[0])),
};
