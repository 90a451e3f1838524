import { chromium, type Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { openCdnPage, type CdnPage, type OpenedCdnPage } from './cdn-page.ts';

/** Opens pages in the browser of a test file, which is started and closed with it. */
export interface CdnBrowser {
  /** The page is closed after the test. */
  readonly open: (page: CdnPage) => Promise<OpenedCdnPage>;
  /** The test closes the page itself. */
  readonly openApart: (page: CdnPage) => Promise<OpenedCdnPage>;
}

/** Starts a browser before the tests of the file that calls it, and closes it after them. */
export function useCdnBrowser(): CdnBrowser {
  let browser: Browser;
  let opened: OpenedCdnPage | undefined;
  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  afterAll(() => browser?.close());
  const openApart = (page: CdnPage) => openCdnPage(browser, page);
  return { openApart, open: async (page) => (opened = await openApart(page)) };
}
