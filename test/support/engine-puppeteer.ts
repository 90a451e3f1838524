import puppeteer, { type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core';
import { findControl, type Control, type Engine, type Tab } from './engine-tab.ts';
import { untilFound } from './until-found.ts';

/**
 * Chromium over its protocol, Firefox over WebDriver BiDi.
 * @param privately what the browser starts with instead, where a private window needs a start of its own
 */
export async function puppeteerEngine(options: LaunchOptions, privately?: LaunchOptions): Promise<Engine> {
  const start = (more: LaunchOptions = {}) => puppeteer.launch({ headless: true, ...options, ...more });
  const browser = await start();
  return {
    async visitor({ private: isPrivate = false } = {}) {
      const own = isPrivate && privately ? await start(privately) : undefined;
      const context = own?.defaultBrowserContext() ?? (await browser.createBrowserContext());
      return {
        async tab(address) {
          const page = await context.newPage();
          page.setDefaultTimeout(0); // the limit of the test is enough
          await page.setViewport({ width: 1280, height: 900 });
          const tab = tabOf(page);
          await tab.open(address);
          return tab;
        },
        close: () => own?.close() ?? context.close(),
      };
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  const find = (control: Control) =>
    untilFound(control, async () => {
      const handle = await page.evaluateHandle(findControl, control);
      return handle.asElement() as ElementHandle<HTMLInputElement> | null;
    });
  return {
    async open(address) {
      // Firefox does not answer a navigation that begins while one of the page's own is under way.
      await page.waitForFunction(() => document.readyState === 'complete', { polling: 100 });
      await page.goto(address);
    },
    run: (script, ...values) => page.evaluate(script as never, ...values) as never,
    press: async (control) => (await find(control)).click(),
    async type(control, text) {
      const field = await find(control);
      await field.evaluate((input) => input.select());
      await field.type(text);
    },
  };
}
