import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { installedFirefox } from './scripts/browser.mjs';
import config from './web-test-runner.config.js';

// The same tests of elements in Firefox, which puppeteer drives as well (`npm run test:browsers`).
export default {
  ...config,
  // Not the sizes of texts: they are measured in the fonts of the package, which Chromium alone gets.
  files: [...config.files, '!test/components/text-sizes.test.ts'],
  // One window at a time has the focus.
  concurrency: 1,
  browsers: [
    chromeLauncher({
      puppeteer, // with it, the report has the name of the browser
      // Scrollbars beside the content, as in a headless Chromium, would change every width.
      launchOptions: { ...installedFirefox(), extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1 } },
      // Each test file is a customer of its own, in a window of its own: a browser slows the tabs behind another down.
      createPage: async ({ context }) =>
        (await context.browser().createBrowserContext()).newPage({ type: 'window' }),
    }),
  ],
};
