import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf } from '../support/counts.ts';
import { elementsThatLoad, everythingShown, openTabs, type OpenTabs } from '../support/tabs-open.ts';
import { timeUntilGone, watchOwner, watchUntilGone } from '../support/tabs-clock.ts';

const EMPTY_WITHIN_MS = 1_000;
/** Both ways to sign out, twice. */
const SIGN_OUTS = countOf('SIGN_OUT_ROUNDS', { share: 4, full: 20 });

let open: OpenTabs;
beforeAll(async () => {
  open = await openTabs();
});
afterAll(() => open?.close());

const shows = (page: Page, text: string) => expect.poll(() => everythingShown(page)).toContain(text);
const hides = async (page: Page, text: string) =>
  expect(await timeUntilGone(page, text, EMPTY_WITHIN_MS)).toBeLessThan(EMPTY_WITHIN_MS);
const loaded = (page: Page) => expect.poll(() => page.evaluate(elementsThatLoad)).toEqual([]);
/** Runs a change of the customer in another tab; these tabs have to be empty in time. */
async function hidesAfter(pages: readonly Page[], text: string, change: () => Promise<unknown>) {
  const watched = await Promise.all(pages.map((page) => watchUntilGone(page, text, EMPTY_WITHIN_MS)));
  await change();
  for (const time of watched) expect(await time()).toBeLessThan(EMPTY_WITHIN_MS);
}

describe('signing out in one tab', () => {
  test(
    `removes the data from 8 tabs within a second, ${SIGN_OUTS} times; half of them receive no message until they get the focus`,
    {
      timeout: 300_000,
    },
    async () => {
      const tabs = await Promise.all(Array.from({ length: 8 }, () => open.browser.newPage()));
      // As if the browser dropped its message.
      for (const tab of tabs.slice(4)) {
        await tab.evaluateOnNewDocument(() =>
          addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
        );
      }
      for (let round = 0; round < SIGN_OUTS; round++) {
        const customer = `out-${round}`;
        await Promise.all(tabs.map((tab) => tab.goto(`${open.server.url}/page?customer=${customer}`)));
        await Promise.all(tabs.map((tab) => shows(tab, `canary-${customer}`)));
        // An answer that arrives while the customer changes is not this test's subject.
        await Promise.all(tabs.map((tab) => loaded(tab)));
        const changes = await Promise.all(tabs.slice(4).map(watchOwner));
        await hidesAfter(tabs.slice(1, 4), 'canary-', async () => {
          if (round % 2) await tabs[0]!.evaluate(() => document.querySelector('loyalty-provider')!.signOut());
          else await tabs[0]!.goto(`${open.server.url}/page`); // the shop signed them out: a guest's page
          await hides(tabs[0]!, 'canary-');
        });
        for (const change of changes) await change();
        for (const tab of tabs.slice(4)) await tab.evaluate(() => dispatchEvent(new Event('focus')));
        await Promise.all(tabs.slice(4).map((tab) => hides(tab, 'canary-')));
        const kept = await tabs[1]!.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
        expect(kept).not.toContain(customer);
      }
      await Promise.all(tabs.map((tab) => tab.close()));
    },
  );

  test('red twin: a tab without messages and without the check on focus still shows the customer', async () => {
    const deaf = await open.browser.newPage();
    await deaf.evaluateOnNewDocument(() => {
      for (const type of ['storage', 'focus', 'pageshow']) {
        addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
      }
    });
    await deaf.goto(`${open.server.url}/page?customer=deaf`);
    await shows(deaf, 'canary-deaf');
    const other = await open.tab('/page');
    await shows(other, 'Members earn points');
    await deaf.evaluate(() => dispatchEvent(new Event('focus')));
    expect(await everythingShown(deaf)).toContain('canary-deaf');
    await Promise.all([deaf.close(), other.close()]);
  });

  test('by signing in another customer leaves no data of the first in any tab', async () => {
    const [first, second] = [await open.tab('/page?customer=ada'), await open.tab('/page?customer=ada')];
    await shows(first, 'canary-ada');
    await hidesAfter([first], 'canary-ada', () => second.goto(`${open.server.url}/page?customer=ben`));
    await shows(second, 'canary-ben');
    expect(await everythingShown(second)).not.toContain('canary-ada');
    await Promise.all([first.close(), second.close()]);
  });

  test('works with cache="tab" and cache="memory" too', async () => {
    for (const cache of ['tab', 'memory']) {
      const path = `/page?customer=${cache}&cache=${cache}`;
      const [first, second] = [await open.tab(path), await open.tab(path)];
      await Promise.all([shows(first, 'canary-'), shows(second, 'canary-')]);
      await hidesAfter([first], 'canary-', () => second.goto(`${open.server.url}/page`));
      await Promise.all([first.close(), second.close()]);
    }
  });
});
