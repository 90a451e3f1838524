import { chromeLauncher } from '@web/test-runner-chrome';
import { fileURLToPath } from 'node:url';
import * as puppeteer from 'puppeteer-core';
import { installedFirefox } from '../../scripts/browser.mjs';
import config from '../../web-test-runner.config.js';

// The same tests of elements in Firefox, which puppeteer drives as well (`npm run test:browsers`).
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

export default {
  ...config,
  // One window at a time has the focus.
  concurrency: 1,
  browsers: [
    chromeLauncher({
      puppeteer, // with it, the report has the name of the browser
      launchOptions: {
        ...installedFirefox(),
        // The fonts of the packed Chromium, which the processes of pages may otherwise not read: text has the same size in both.
        env: { ...process.env, FONTCONFIG_FILE: pathOf('../../scripts/fonts.conf') },
        extraPrefsFirefox: {
          'security.sandbox.content.read_path_whitelist': pathOf('../../node_modules/@expo-google-fonts/'),
          // Scrollbars beside the content would change every width.
          'ui.useOverlayScrollbars': 1,
        },
      },
      // Each test file is a customer of its own, in a window of its own: a browser slows the tabs behind another down.
      createPage: async ({ context }) =>
        (await context.browser().createBrowserContext()).newPage({ type: 'window' }),
    }),
  ],
};
