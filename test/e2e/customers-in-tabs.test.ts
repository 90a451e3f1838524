import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everythingShown, openTabs, type OpenTabs } from '../support/tabs-open.ts';
import { timeUntilGone } from '../support/tabs-clock.ts';
import { goAndComeBack } from '../support/tabs-restore.ts';

const RESTORES = 50;
const EMPTY_WITHIN_MS = 1_000;
const SIGN_OUTS = Number(process.env['SIGN_OUT_ROUNDS'] ?? 20);

let open: OpenTabs;
beforeAll(async () => {
  open = await openTabs();
});
afterAll(() => open?.close());

const shows = (page: Page, text: string) => expect.poll(() => everythingShown(page)).toContain(text);
const hides = async (page: Page, text: string) =>
  expect(await timeUntilGone(page, text, EMPTY_WITHIN_MS)).toBeLessThan(EMPTY_WITHIN_MS);

describe('A11 signing out in one tab', () => {
  test(
    `empties 8 tabs within a second, ${SIGN_OUTS} times; half of them hear nothing until they are looked at`,
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
        if (round % 2) await tabs[0]!.evaluate(() => document.querySelector('loyalty-provider')!.signOut());
        else await tabs[0]!.goto(`${open.server.url}/page`); // the shop signed them out: a guest's page
        await Promise.all(tabs.slice(0, 4).map((tab) => hides(tab, 'canary-')));
        for (const tab of tabs.slice(4)) await tab.evaluate(() => dispatchEvent(new Event('focus')));
        await Promise.all(tabs.slice(4).map((tab) => hides(tab, 'canary-')));
        const kept = await tabs[1]!.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
        expect(kept).not.toContain(customer);
      }
      await Promise.all(tabs.map((tab) => tab.close()));
    },
  );

  test('red twin: a tab that neither hears nor looks keeps showing the customer', async () => {
    const deaf = await open.browser.newPage();
    await deaf.evaluateOnNewDocument(() => {
      for (const type of ['storage', 'focus', 'pageshow']) {
        addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
      }
    });
    await deaf.goto(`${open.server.url}/page?customer=deaf`);
    await shows(deaf, 'canary-deaf');
    const other = await open.tab('/page');
    await shows(other, 'Points for members');
    await deaf.evaluate(() => dispatchEvent(new Event('focus')));
    expect(await everythingShown(deaf)).toContain('canary-deaf');
    await Promise.all([deaf.close(), other.close()]);
  });

  test('by signing somebody else in leaves nothing of the first in any tab', async () => {
    const [first, second] = [await open.tab('/page?customer=ada'), await open.tab('/page?customer=ada')];
    await shows(first, 'canary-ada');
    await second.goto(`${open.server.url}/page?customer=ben`);
    await shows(second, 'canary-ben');
    await hides(first, 'canary-ada');
    expect(await everythingShown(second)).not.toContain('canary-ada');
    await Promise.all([first.close(), second.close()]);
  });

  test('works with cache="tab" and cache="memory" too', async () => {
    for (const cache of ['tab', 'memory']) {
      const path = `/page?customer=${cache}&cache=${cache}`;
      const [first, second] = [await open.tab(path), await open.tab(path)];
      await Promise.all([shows(first, 'canary-'), shows(second, 'canary-')]);
      await second.goto(`${open.server.url}/page`);
      await hides(first, 'canary-');
      await Promise.all([first.close(), second.close()]);
    }
  });
});

describe('A12 the back button', () => {
  test(
    `after a sign-out shows nothing of the customer, in any frame of ${RESTORES} restored pages`,
    {
      timeout: 300_000,
    },
    async () => {
      const results = [];
      for (let round = 0; round < RESTORES; round++) {
        const customer = `back-${round}`;
        const page = await open.tab(`/page?customer=${customer}`);
        await shows(page, `canary-${customer}`);
        const next = round % 2 ? '/page' : '/page?customer=ben';
        results.push(
          await goAndComeBack(page, open.server.url + next, () =>
            shows(page, round % 2 ? 'members' : 'canary-ben'),
          ),
        );
        await page.close();
      }
      expect(results.filter(({ restored }) => !restored)).toEqual([]);
      expect(
        results.flatMap(({ frames }) => frames).filter((frame) => frame.includes('canary-back')),
      ).toEqual([]);
    },
  );

  test('shows the same customer again, without a new token', async () => {
    const page = await open.tab('/page?customer=same');
    await shows(page, 'canary-same');
    const { restored } = await goAndComeBack(page, `${open.server.url}/page?customer=same&again`, () =>
      shows(page, 'canary-same'),
    );
    expect(restored).toBe(true);
    await shows(page, 'canary-same');
    expect(open.server.tokenCalls.get('same')).toBe(1);
    await page.close();
  });

  test('red twin: a page that does not empty itself shows the customer', async () => {
    const page = await open.browser.newPage();
    await page.evaluateOnNewDocument(() => {
      for (const type of ['pagehide', 'pageshow', 'focus', 'storage']) {
        addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
      }
    });
    await page.goto(`${open.server.url}/page?customer=twin`);
    await shows(page, 'canary-twin');
    const shown = await stillShownAfterBack(page);
    expect(shown).toContain('canary-twin');
    await page.close();
  });
});

async function stillShownAfterBack(page: Page): Promise<string> {
  await page.evaluate(() => Object.assign(window, { mark: true }));
  await page.goto(`${open.server.url}/page`);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(() => 'mark' in window);
  return everythingShown(page);
}
