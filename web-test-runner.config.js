import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromium } from './scripts/browser.mjs';

const tsconfig = fileURLToPath(new URL('./tsconfig.json', import.meta.url));

export default {
  files: ['test/components/**/*.test.ts'],
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig })],
  browsers: [chromeLauncher({ launchOptions: { headless: true, ...(await chromium()) } })],
  testFramework: { config: { timeout: 10_000 } },
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
};
