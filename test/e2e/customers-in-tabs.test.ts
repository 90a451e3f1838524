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

/** What the page shows, once its own elements and those of the second provider have loaded. */
async function loadedTab(path: string): Promise<Page> {
  const page = await open.tab(path);
  await loaded(page);
  return page;
}
/** Texts that name a customer, and how often. */
const customersShown = async (page: Page): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [name] of (await everythingShown(page)).matchAll(/canary-\w+/g))
    counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};
const storedText = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

describe('two customers on one page', () => {
  const places = [
    ['beside', ''],
    ['inside', '&inside'],
  ] as const;
  for (const cache of ['shared', 'tab', 'memory'])
    test.each(places)(
      `each see their own data, %s each other with cache="${cache}", with and without a stored token`,
      async (place, inside) => {
        const [ada, ben] = [`ada${place}${cache}`, `ben${place}${cache}`];
        const path = `/page?customer=${ada}&beside=${ben}&cache=${cache}${inside}`;
        const page = await loadedTab(path);
        const shown = await customersShown(page);
        // The tier of the second provider; everything else of the first.
        expect(shown[`canary-${ben}`]).toBe(1);
        expect(shown[`canary-${ada}`]).toBeGreaterThan(2);
        expect(Object.keys(shown)).toHaveLength(2);
        await page.reload();
        await loaded(page);
        for (const type of ['focus', 'pageshow'])
          await page.evaluate((event) => dispatchEvent(new Event(event)), type);
        await loaded(page);
        expect(await customersShown(page)).toEqual(shown);
        await page.close();
      },
    );

  test('keep both when the page is opened in a second tab, and ask for one token each', async () => {
    const path = '/page?customer=adatwice&beside=bentwice';
    const first = await loadedTab(path);
    const shown = await customersShown(first);
    const second = await loadedTab(path);
    await first.evaluate(() => dispatchEvent(new Event('focus')));
    await loaded(first);
    expect([await customersShown(first), await customersShown(second)]).toEqual([shown, shown]);
    expect(['adatwice', 'bentwice'].map((customer) => open.server.tokenCalls.get(customer))).toEqual([1, 1]);
    await Promise.all([first.close(), second.close()]);
  });

  test('end together in every tab when the first one signs out', async () => {
    const path = '/page?customer=adaend&beside=benend';
    const [first, second] = [await loadedTab(path), await loadedTab(path)];
    await hidesAfter([first], 'canary-', () =>
      second.evaluate(() => document.querySelector('loyalty-provider')!.signOut()),
    );
    await expect.poll(() => storedText(first)).not.toMatch(/adaend|benend/);
    await Promise.all([first.close(), second.close()]);
  });
});

describe('a guest’s page from a cache', () => {
  test('leaves the customer of another tab signed in, and shows nothing of them', async () => {
    const member = await loadedTab('/page?customer=stays');
    const guest = await open.tab('/page?cached');
    await shows(guest, 'Members earn points');
    await loaded(guest);
    await member.evaluate(() => dispatchEvent(new Event('focus')));
    expect(await everythingShown(member)).toContain('canary-stays');
    expect(await everythingShown(guest)).not.toContain('canary-');
    expect(await storedText(guest)).toContain('stays');
    await Promise.all([member.close(), guest.close()]);
  });

  test('red twin: a page that says that it is new signs the customer out', async () => {
    const member = await loadedTab('/page?customer=leaves');
    const guest = await open.tab('/page');
    await shows(guest, 'Members earn points');
    await hides(member, 'canary-leaves');
    await Promise.all([member.close(), guest.close()]);
  });
});
