import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { providerOf, type CdnPage, type OpenedCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { htmlOf, SHOWN_ELEMENTS, type MountedElement } from '../support/every-element.ts';

// A file that is requested only after another one has run costs a round trip more. `loyalty.js` requests all files of an element at once.

const { openApart } = useCdnBrowser();

const HEAD =
  '<script type="module" src="{origin}/cdn/loyalty.js"></script><link rel="stylesheet" href="{origin}/cdn/loyalty.css" />';
const isFirst = (name: string) => /^loyalty\.(js|css)$/.test(name);

async function withPage<T>(
  element: MountedElement,
  options: CdnPage,
  use: (page: OpenedCdnPage) => Promise<T>,
): Promise<T> {
  const body = `${providerOf(sampleMember())}${htmlOf([element])}`;
  const page = await openApart({ head: HEAD, body, ...options });
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

/** What `loyalty.js` requests by itself: each other file is empty, so that it requests none. */
const requestedAtOnce = (element: MountedElement, change = (content: string) => content) =>
  withPage(
    element,
    { change: (name, content) => (name === 'loyalty.js' ? change(content) : isFirst(name) ? content : '') },
    async ({ page, requested }) => {
      await page.waitForLoadState('networkidle');
      return new Set(requested);
    },
  );

/** What the element shows where the server answers no file but these; nothing while it is busy. */
const shownWith = (element: MountedElement, files: ReadonlySet<string>) =>
  withPage(
    element,
    { hold: (name) => (isFirst(name) || files.has(name) ? undefined : new Promise(() => {})) },
    ({ page }) =>
      page.waitForFunction((tag) => {
        const host = document.querySelector(tag);
        const root = host?.shadowRoot;
        const isBusy = !root || host.matches(':state(loading)') || root.querySelector('[aria-busy=true]');
        return !isBusy && root.querySelector('[part]') !== null;
      }, element[0]),
  );

const titleOf = ([tag, attributes]: MountedElement) =>
  [tag, ...Object.entries(attributes).map(([name, value]) => (value ? `${name}=${value}` : name))].join(' ');

/** An attribute chooses a file of its own, which the element requests. */
const BY_ATTRIBUTE = [
  'loyalty-balance variant=card',
  'loyalty-rewards layout=cards use-button',
  'loyalty-earn',
];
const elements = SHOWN_ELEMENTS.map((element) => [titleOf(element), element] as const);

describe('files of an element', () => {
  test.each(elements.filter(([title]) => !BY_ATTRIBUTE.includes(title)))(
    '%s › are all requested by loyalty.js, at once',
    async (_, element) => {
      await shownWith(element, await requestedAtOnce(element));
    },
  );

  test('red twin: without the list of the build, loyalty.js requests none of those that the element imports', async () => {
    const without = await requestedAtOnce(['loyalty-tier', {}], (content) =>
      content.replace(/\w>>\w&1&&/, 'false&&'),
    );
    const listed = await requestedAtOnce(['loyalty-tier', {}]);
    const startsWith = (files: ReadonlySet<string>, start: string) =>
      [...files].some((name) => name.startsWith(start));
    expect(['loyalty-tier', 'content'].map((start) => startsWith(listed, start))).toEqual([true, true]);
    expect(['loyalty-tier', 'content'].map((start) => startsWith(without, start))).toEqual([true, false]);
  });
});
