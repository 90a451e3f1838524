import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromium, installedChromium } from '../../scripts/browser.mjs';
import { tabsServer, type TabsServer } from './tabs-server.ts';

/** Real tabs of a real browser on a shop page, and the service that counts. */
export interface OpenTabs {
  readonly server: TabsServer;
  readonly browser: Browser;
  tab(path?: string): Promise<Page>;
  close(): Promise<void>;
}

const ENGINES = {
  chromium,
  /** For what the packed headless shell cannot do. */
  'installed chromium': installedChromium,
  /** The system's, driven over WebDriver BiDi. */
  firefox: () => ({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' }) as const,
};

export async function openTabs(engine: keyof typeof ENGINES = 'chromium'): Promise<OpenTabs> {
  // The browser first: where it does not start, nothing else is left running.
  const browser = await puppeteer.launch({ headless: true, ...(await ENGINES[engine]()) });
  const server = await tabsServer();
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

/** In the page: elements that are not defined yet or show their skeleton. The loader leaves those far below until they come near. */
export function elementsThatLoad(): string[] {
  return [...document.querySelectorAll('*')]
    .filter(({ localName }) => localName.startsWith('loyalty-'))
    .filter(
      (element) =>
        element.shadowRoot?.querySelector('[aria-busy=true]') ||
        (!element.matches(':defined') && element.getBoundingClientRect().top <= innerHeight * 2),
    )
    .map(({ localName }) => localName);
}
