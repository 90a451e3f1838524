import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { launch } from 'puppeteer-core';
import { chromium } from './scripts/browser.mjs';

const tsconfig = fileURLToPath(new URL('./tsconfig.json', import.meta.url));

const launchOptions = { headless: true, ...(await chromium()) };
// A browser that does not start would be waited for again with every test file.
await (await launch(launchOptions)).close();

export default {
  files: ['test/components/**/*.test.ts'],
  // Files wait much of their time: two at once on two processors, where the default is one.
  concurrency: Math.max(2, availableParallelism() / 2),
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig })],
  browsers: [
    chromeLauncher({
      launchOptions,
      // Tabs of one browser share their customer: each test file has a browser of its own.
      createPage: async ({ context }) => (await context.browser().createBrowserContext()).newPage(),
    }),
  ],
  browserStartTimeout: 120_000,
  // Ten thousand interleavings take a while on a small machine.
  testsFinishTimeout: 600_000,
  // A test that is done ends at once; this ends one that hangs, on a busy machine, too.
  testFramework: { config: { timeout: 60_000 } },
  // Measuring the grid's columns is what that warning is about; it is meant.
  filterBrowserLogs: ({ args }) => !/Lit is in dev mode|change-in-update/.test(String(args[0])),
};
