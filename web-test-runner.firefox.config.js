import { chromeLauncher } from '@web/test-runner-chrome';
import { installedFirefox } from './scripts/browser.mjs';
import config from './web-test-runner.config.js';

// The same tests of elements in Firefox, which puppeteer drives as well (`npm run test:browsers`).
export default {
  ...config,
  browsers: [
    chromeLauncher({
      launchOptions: installedFirefox(),
      // Each test file is a customer of its own, in a window of its own: a browser slows the tabs behind another down.
      createPage: async ({ context }) =>
        (await context.browser().createBrowserContext()).newPage({ type: 'window' }),
    }),
  ],
};
