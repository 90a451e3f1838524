import { readdirSync, readFileSync } from 'node:fs';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { serveSite, type ServedSite } from './serve-site.ts';

let site: ServedSite;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), chromium.launch(await launchOptions())]);
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const examples = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[\w-]+\/[\w-]+\.html$/.test(file))
  .map((file) => file.replace('.html', ''));

/** Opens a page, and collects what its console says. */
async function open(address: string): Promise<{ page: Page; said: string[] }> {
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (/error|warning/.test(message.type())) said.push(message.text());
  });
  page.on('pageerror', ({ message }) => said.push(message));
  await page.goto(site.url + address);
  return { page, said };
}

/** Resolves when every element of an example has content, with the tags of those that show a failure. */
const settled = async (page: Page): Promise<string[]> => {
  await page.waitForFunction(() => {
    const elements = [...document.querySelectorAll('main *')].filter(({ localName }) =>
      localName.startsWith('loyalty-'),
    );
    return (
      elements.length > 0 &&
      elements.every(
        (one) => customElements.get(one.localName) && !one.shadowRoot?.querySelector('[aria-busy=true]'),
      )
    );
  });
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => one.localName.startsWith('loyalty-') && one.matches(':state(failed)'))
      .map(({ localName }) => localName),
  );
};

const shownText = (page: Page): Promise<string> => page.locator('main').innerText();

describe('examples', () => {
  test.concurrent.each(examples)('%s shows content, and the console stays empty', async (name) => {
    const { page, said } = await open(`frames/${name}/`);
    expect(await settled(page)).toEqual([]);
    const height = await page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(10);
    expect(said).toEqual([]);
    await page.close();
  });

  test('a claim changes the records of this example only', async () => {
    const { page } = await open('frames/rewards/rows/');
    await settled(page);
    await page.locator('loyalty-rewards [part~=claim-button]').first().click();
    await page.locator('loyalty-rewards [part~=confirm-button]').first().click();
    await page.locator('loyalty-rewards').getByText('CODE', { exact: true }).waitFor();
    const { page: other } = await open('frames/rewards/rows/');
    await settled(other);
    expect(await shownText(other)).not.toContain('CODE');
    await Promise.all([page.close(), other.close()]);
  });

  test('without a script they show their waiting state', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${site.url}frames/status/status/`);
    const box = await page.locator('loyalty-status [part~=base]').first().boundingBox();
    expect(box?.height).toBeGreaterThan(100);
    await plain.close();
  });

  test('where no service worker runs, the page says so', async () => {
    const plain = await browser.newContext({ serviceWorkers: 'block' });
    const page = await plain.newPage();
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await page.goto(`${site.url}elements/loyalty-status/`);
    await page.getByText('Live examples need a service worker').first().waitFor();
    await plain.close();
  });
});

describe('snippets', () => {
  test('of the first page copies what the README says', async () => {
    const readme = readFileSync('README.md', 'utf8');
    const [, written] = /## Put it on a page\n\n```html\n([^]*?)\n```/.exec(readme)!;
    const { page } = await open('');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);
    await page.close();
  });
});

/** Violations that axe finds on the open page, without what is inside of live examples: those are tested as pages of their own. */
const violations = async (page: Page, rules: axe.RuleObject = {}): Promise<string[]> => {
  await page.addScriptTag({ content: axe.source });
  return page.evaluate(async (given) => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [['iframe']] },
      { iframes: false, rules: given },
    );
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, rules);
};

describe('pages of the site are accessible', () => {
  const PAGES = [
    '',
    'elements/loyalty-status/',
    'elements/loyalty-account/',
    'theming/',
    'guides/styling/',
    'events/',
  ];
  const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'in light': async () => {},
    'in dark': (page) => page.emulateMedia({ colorScheme: 'dark' }),
    'from right to left': (page) => page.evaluate(() => void (document.documentElement.dir = 'rtl')),
    'with text twice as large': (page) =>
      page.evaluate(() => void (document.documentElement.style.fontSize = '200%')),
  };
  test.each(PAGES)(
    '“%s”, in light and dark, from right to left, and with text twice as large',
    async (address) => {
      const { page, said } = await open(address);
      for (const [way, prepare] of Object.entries(WAYS)) {
        await prepare(page);
        expect(await violations(page), way).toEqual([]);
        const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        expect(width, `${way}: the page is not wider than the window`).toBeLessThanOrEqual(room!);
      }
      expect(said).toEqual([]);
      await page.close();
    },
  );

  test.each(['status/status', 'rewards/cards'])('example %s, light and dark', async (name) => {
    for (const theme of ['light', 'dark']) {
      const { page } = await open(`frames/${name}/?theme=${theme}`);
      await settled(page);
      // Headings of rewards begin at the third level, as below a section of a shop's page, which an example has not.
      expect(await violations(page, { 'heading-order': { enabled: false } }), theme).toEqual([]);
      await page.close();
    }
  });
});

describe('playground', () => {
  test('changes the state, an attribute and a part, and lists the events', async () => {
    const { page } = await open('elements/loyalty-rewards/');
    const section = page.locator('[data-playground]').first();
    const example = section.frameLocator('iframe');
    await example.locator('loyalty-rewards [part~=claim-button]').first().waitFor();
    await section.getByText('Change it').click();
    await section.locator('[data-part=claim-button]').check();
    const outline = await example
      .locator('loyalty-rewards [part~=claim-button]')
      .first()
      .evaluate((button) => getComputedStyle(button).outlineStyle);
    expect(outline).toBe('dashed');
    await section.locator('[data-attribute=expanded]').check();
    await expect.poll(() => section.locator('[data-written] code').innerText()).toContain('expanded');
    await section.locator('[data-state]').selectOption('error');
    await section.getByRole('log').getByText('loyalty-error').first().waitFor();
    await section.locator('[data-state]').selectOption('guest');
    await example.locator('loyalty-rewards:state(signed-out)').waitFor();
    await page.close();
  });

  test('applies a style sheet of the theming page to the sample at once', async () => {
    const { page } = await open('theming/');
    const card = page.frameLocator('[data-looks] iframe').locator('loyalty-status [part~=base]').first();
    await card.waitFor();
    await page.getByRole('button', { name: 'Luxury' }).click();
    await expect
      .poll(() => card.evaluate((base) => getComputedStyle(base).backgroundColor))
      .toBe('rgb(20, 35, 29)');
    await page.close();
  });
});

describe('search', () => {
  test('finds a guide, and Enter opens it', async () => {
    const { page } = await open('');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('content security policy');
    await page.locator('.search-results a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/content-security-policy|server-rendering/);
    await page.close();
  });
});
