import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromium } from '../../scripts/browser.mjs';
import { tabsServer, type TabsServer } from './tabs-server.ts';

/** Real tabs of a real browser on a shop page, and the service that counts. */
export interface OpenTabs {
  readonly server: TabsServer;
  readonly browser: Browser;
  tab(path?: string): Promise<Page>;
  close(): Promise<void>;
}

/** Chromium by default; `firefox` is the system's `firefox-esr`, driven over WebDriver BiDi. */
export async function openTabs(engine: 'chromium' | 'firefox' = 'chromium'): Promise<OpenTabs> {
  const server = await tabsServer();
  const browser =
    engine === 'firefox'
      ? await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true })
      : await puppeteer.launch({ headless: true, ...(await chromium()) });
  return {
    server,
    browser,
    async tab(path = '/page?empty') {
      const page = await browser.newPage();
      await page.goto(server.url + path);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Everything a person can read on the page, shadow roots included, with single blanks. */
export const everythingShown = (page: Page): Promise<string> => page.evaluate(shownText);

/** In the tab. It stands on its own, so that it can be sent there. */
export function shownText(): string {
  const read = (node: Node): string =>
    node instanceof Text
      ? node.data
      : [...(node instanceof Element && node.shadowRoot ? [node.shadowRoot] : []), ...node.childNodes]
          .map(read)
          .join(' ');
  return read(document.body).replace(/\s+/g, ' ');
}
