import { readdirSync, readFileSync } from 'node:fs';
import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Locator,
  type Page,
} from 'playwright-core';
import { compile } from 'svelte/compiler';
import { JsxEmit, transpileModule } from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { sourcesOf } from '../../site/frameworks.js';
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

/** Names of the lists of the examples, and of their products and givers. */
const NAMES = new Set<string>();
const { lists } = JSON.parse(readFileSync('examples/fixtures/member.json', 'utf8')) as { lists: unknown };
JSON.parse(JSON.stringify(lists), (key, value: unknown) => {
  if (key === 'name') NAMES.add(String(value));
  return value;
});

const shownText = (page: Page): Promise<string> => page.locator('main').innerText();

/** Violations that axe finds on the open page, without what is inside of live examples: those are tested as pages of their own. */
const violations = async (page: Page, options: axe.RunOptions = {}): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: axe.source });
  return page.evaluate(async (given) => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [['iframe']] },
      { iframes: false, resultTypes: ['violations'], ...given },
    );
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, options);
};

/** What a look changes: names, roles and the order of headings are the same in all of them. */
const OF_THE_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** The looks of a page after the first, each set on the page as it is. */
const LOOKS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'in dark': async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));
  },
  'from right to left': (page) => page.evaluate(() => void (document.documentElement.dir = 'rtl')),
  'with text twice as large': (page) =>
    page.evaluate(() => void (document.documentElement.style.fontSize = '200%')),
};

/** Tries the open page with all rules, and then in every other look with the rules that depend on it. */
async function expectAccessible(page: Page, rules: axe.RuleObject = {}): Promise<void> {
  expect(await violations(page, { rules }), 'in light').toEqual([]);
  for (const [look, prepare] of Object.entries(LOOKS)) {
    await prepare(page);
    expect(
      await violations(page, { runOnly: OF_THE_LOOK, rules: { 'target-size': { enabled: true } } }),
      look,
    ).toEqual([]);
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width, `${look}: the page is not wider than the window`).toBeLessThanOrEqual(room!);
  }
}

describe('examples', () => {
  test.concurrent.each(examples)('%s shows content, is accessible, and says nothing', async (name) => {
    const { page, said } = await open(`frames/${name}/`);
    expect(await settled(page)).toEqual([]);
    const height = await page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(10);
    // Headings of rewards begin at the third level, as below a section of a shop's page, which an example has not.
    await expectAccessible(page, { 'heading-order': { enabled: false } });
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

  test.each(examples)('%s names nothing of a list before a script runs', async (name) => {
    const page = await (await fetch(`${site.url}frames/${name}/`)).text();
    const text = page.replace(/<(script|style)\b[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
    const isNamed = (one: string) => new RegExp(`\\b${one}\\b`).test(text);
    expect(NAMES.size).toBeGreaterThan(10);
    expect([...NAMES].filter(isNamed)).toEqual([]);
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

/** What the copy button beside this snippet copies. */
async function copied(page: Page, snippet: Locator): Promise<string> {
  await snippet.getByRole('button', { name: 'Copy' }).click();
  await snippet.getByRole('button', { name: 'Copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The HTML of an example's file, which the tests above show. */
const sourceOf = (name: string): string =>
  readFileSync(`examples/${name}.html`, 'utf8')
    .replace(/^---\n[^]*?\n---\n/, '')
    .trim();

describe('snippets', () => {
  test('of the first page copies what the README says', async () => {
    const readme = readFileSync('README.md', 'utf8');
    const [, written] = /## Put it on a page\n[^#]*?\n```html\n([^]*?)\n```/.exec(readme)!;
    const { page } = await open('');
    expect(await copied(page, page.locator('.snippet').first())).toBe(written);
    await page.close();
  });

  test('of style sheets copy their files', async () => {
    const { page } = await open('theming/');
    for (const file of readdirSync('examples/looks')) {
      const snippet = page.locator(`[data-look-source="${file.replace('.css', '')}"] .snippet`);
      expect(await copied(page, snippet)).toBe(readFileSync(`examples/looks/${file}`, 'utf8').trim());
    }
    await page.close();
  });
});

describe('an example in another framework', () => {
  test.each(examples.filter((name) => !sourceOf(name).includes('<script')))(
    '%s compiles as JSX and as a Svelte component, and stands in the others as it is',
    (name) => {
      const sources = Object.fromEntries(sourcesOf(sourceOf(name)).map((one) => [one.name, one.source]));
      const { diagnostics } = transpileModule(sources['React']!, {
        reportDiagnostics: true,
        compilerOptions: { jsx: JsxEmit.Preserve },
      });
      expect(diagnostics).toEqual([]);
      expect(compile(sources['Svelte']!, { generate: 'client' }).js.code).toContain('loyalty-elements/auto');
      const flat = (text: string) => text.replace(/\s+/g, ' ');
      for (const framework of ['Vue', 'Angular'])
        expect(flat(sources[framework]!)).toContain(flat(sourceOf(name)));
    },
  );

  test('is chosen for all examples, is copied, and stays on the next page', async () => {
    const { page } = await open('elements/loyalty-earn/');
    await page.getByRole('button', { name: 'Svelte' }).first().click();
    const shown = page.locator('[data-framework-source=Svelte]:not([hidden]) .snippet');
    expect(await shown.count()).toBe(2);
    expect(await copied(page, shown.first())).toContain('programme={`{ "earn": { "EUR": 1 } }`}');
    await page.goto(`${site.url}elements/loyalty-tier/`);
    await page.locator('[data-framework-source=Svelte] .snippet').waitFor();
    await page.getByRole('button', { name: 'HTML' }).click();
    expect(await page.locator('[data-framework-source=HTML] .snippet').isVisible()).toBe(true);
    await page.close();
  });
});

describe('page of an element', () => {
  const names = new Set(examples.map((name) => name.split('/')[0]!));
  names.delete('page'); // the theming page shows it

  test.each([...names])('%s is accessible, and copies the files of its examples', async (name) => {
    const { page, said } = await open(`elements/loyalty-${name}/`);
    expect(await violations(page)).toEqual([]);
    for (const example of examples.filter((one) => one.startsWith(`${name}/`))) {
      const section = page.locator('section', { has: page.locator(`h2#${example.split('/')[1]}`) });
      expect(await copied(page, section.locator('> [data-framework-source=HTML] .snippet'))).toBe(
        sourceOf(example),
      );
    }
    expect(said).toEqual([]);
    await page.close();
  });
});

describe('pages of the site are accessible', () => {
  const PAGES = ['', 'elements/loyalty-status/', 'theming/', 'guides/styling/', 'events/'];
  test.each(PAGES)(
    '“%s”, in light and dark, from right to left, and with text twice as large',
    async (address) => {
      const { page, said } = await open(address);
      await expectAccessible(page);
      expect(said).toEqual([]);
      await page.close();
    },
  );
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

  const QUESTIONS = [
    ['cookie consent banner', 'privacy'],
    ['what is stored in the browser', 'privacy'],
    ['search engines crawler', 'seo'],
    ['several stores languages', 'stores-and-languages'],
    ['import points from Smile', 'moving'],
    ['Yotpo', 'moving'],
    ['accessibility statement', 'accessibility'],
    ['which version gets fixes', 'support'],
    ['cost needs a server', 'cost'],
    ['rolling restart nginx upstream', 'runbook'],
    ['Redis cluster', 'runbook'],
    ['Shopify secret live shop', 'shopify'],
  ] as const;
  test('finds the guide of each question that shops ask first', async () => {
    const { page } = await open('');
    await page.getByRole('button', { name: 'Search' }).click();
    const missed: string[] = [];
    for (const [words, guide] of QUESTIONS) {
      await page.getByRole('searchbox').fill('');
      await page.locator('.search-results a').first().waitFor({ state: 'detached' });
      await page.getByRole('searchbox').fill(words);
      await page.locator('.search-results a').first().waitFor();
      const links = await page
        .locator('.search-results a')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      if (!links.some((link) => new RegExp(`guides/${guide}/`).test(link)))
        missed.push(`${words}: ${links.join(' ')}`);
    }
    expect(missed).toEqual([]);
    await page.close();
  });
});
