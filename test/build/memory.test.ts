import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { mountAll } from '../support/cdn-mount.ts';
import {} from '../support/cdn-page.ts';
import { countChannels, type CountedChannels } from '../support/count-channels.ts';
import { EVERY_ELEMENT } from '../support/every-element.ts';

const { openApart } = useCdnBrowser();

interface TestPage extends CountedChannels {
  removed: Map<string, WeakRef<Element>>;
  kept?: Element | undefined;
}

/** In the page: removes the elements, but not their provider, keeps one of them if asked, and remembers each without holding it. */
function removeAll(kept: string | undefined): void {
  const elements = [...document.querySelectorAll('loyalty-provider > *')];
  Object.assign(window, {
    removed: new Map(elements.map((one) => [one.localName, new WeakRef(one)])),
    kept: elements.find(({ localName }) => localName === kept),
  });
  // One by one: in one tree, an element that is kept would keep the others.
  for (const element of elements) element.remove();
}

/** In the page: what is left of the elements that it has removed. */
async function whatIsLeft(): Promise<string[]> {
  const { removed, openChannels } = window as unknown as TestPage;
  const { held, pending } = await navigator.locks.query();
  return [
    ...[...removed].filter(([, element]) => element.deref()).map(([name]) => name),
    ...Array.from({ length: openChannels }, () => 'a channel'),
    ...[...held!, ...pending!].map(({ name }) => `the lock ${name}`),
  ];
}

async function openPage(): Promise<{ page: Page; close: () => Promise<void> }> {
  const { page, close } = await openApart({ body: '' });
  await page.evaluate(countChannels);
  return { page, close };
}

/** Adds every element, waits until all show their data, and removes them. */
async function mountAndRemove(page: Page, kept?: string): Promise<void> {
  const mounts = [{ baseUrl: `${new URL(page.url()).origin}/api`, customer: '1001' }];
  expect(await page.evaluate(mountAll, { mounts, elements: EVERY_ELEMENT })).toMatchObject({ loading: [] });
  await page.evaluate(removeAll, kept);
}

describe('memory of elements that the page has removed', () => {
  test('is freed for every element, with its channels and locks', async () => {
    const { page, close } = await openPage();
    await mountAndRemove(page);
    const session = await page.context().newCDPSession(page);
    await expect
      .poll(async () => {
        await session.send('HeapProfiler.collectGarbage');
        return page.evaluate(whatIsLeft);
      })
      .toEqual([]);
    await close();
  });

  test('twin: is not freed while the page has a reference', async () => {
    const { page, close } = await openPage();
    await mountAndRemove(page, 'loyalty-tier');
    const session = await page.context().newCDPSession(page);
    await expect
      .poll(async () => {
        await session.send('HeapProfiler.collectGarbage');
        return page.evaluate(whatIsLeft);
      })
      .toEqual(expect.not.arrayContaining(['loyalty-balance']));
    expect(await page.evaluate(whatIsLeft)).toContain('loyalty-tier');
    await close();
  });
});
