import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installedChromium, NEEDS_INSTALLED_CHROMIUM } from '../../scripts/browser.mjs';
import { countOf, measured } from '../support/counts.ts';
import { everythingShown, openTabs, type OpenTabs } from '../support/tabs-open.ts';
import { goAndComeBack } from './tabs-restore.ts';

const RESTORES = countOf('RESTORES', { share: 10, full: 100 });

let open: OpenTabs;
let restoresPages = false;
beforeAll(async () => {
  if (!installedChromium()) return;
  open = await openTabs('installed chromium');
  // A headless shell, which CHROME_PATH may name, has no back/forward cache.
  restoresPages = !(await open.browser.version()).startsWith('HeadlessChrome');
});
afterAll(() => open?.close());
beforeEach(({ skip }) => skip(!restoresPages, NEEDS_INSTALLED_CHROMIUM));

const shows = (page: Page, text: string) => expect.poll(() => everythingShown(page)).toContain(text);

describe('back button', () => {
  test(
    `after sign-out shows no data of the customer, in any frame of ${RESTORES} restored pages`,
    {
      timeout: 600_000,
    },
    async ({ task }) => {
      const results = [];
      for (let round = 0; round < RESTORES; round++) {
        const customer = `back-${round}`;
        const page = await open.tab(`/page?customer=${customer}`);
        await shows(page, `canary-${customer}`);
        const next = round % 2 ? '/page' : '/page?customer=ben';
        results.push(
          await goAndComeBack(page, open.server.url + next, () =>
            shows(page, round % 2 ? 'Members' : 'canary-ben'),
          ),
        );
        await page.close();
      }
      const frames = results.flatMap((result) => result.frames);
      const leaking = frames.filter((frame) => frame.includes('canary-back'));
      measured(task, {
        tried: `${results.filter(({ restored }) => restored).length} restores, ${frames.length} frames`,
        result: `${leaking.length} with data of the customer before`,
      });
      expect(results.filter(({ restored }) => !restored)).toEqual([]);
      expect(leaking).toEqual([]);
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

  test('loads again what a restored page shows, once', { timeout: 60_000 }, async () => {
    const page = await open.tab('/page?customer=returning');
    await shows(page, 'canary-returning');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('page-policy')),
    );
    const { restored } = await goAndComeBack(page, `${open.server.url}/page?customer=returning&again`, () =>
      shows(page, 'canary-returning'),
    );
    expect(restored).toBe(true);
    // The two pages that were opened, and the return.
    const loads = () => open.server.tierCalls.get('returning');
    await expect.poll(loads, { timeout: 30_000 }).toBe(3);
    // Another load would begin when the interval between two loads is over.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(loads()).toBe(3);
    await page.close();
  });

  test('red twin: a page without the leave and restore handlers shows the customer', async () => {
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
  await page.evaluate(() => Object.assign(window, { isRestored: true }));
  await page.goto(`${open.server.url}/page`);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(() => 'isRestored' in window);
  return everythingShown(page);
}
