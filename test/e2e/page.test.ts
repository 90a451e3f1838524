import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealedSecrets } from '../../demo/service/auth/shop-secrets.ts';
import { countOf } from '../support/counts.ts';
import { SECRET_KEYS } from '../support/database-fresh.ts';
import { recordShifts } from '../support/layout-shift.ts';
import { openPage, openShop, settled, shownIn, signIn, type OpenShop } from '../support/shop-open.ts';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATHS = ['/', '/account', '/wishlist'];
/** Phone and desktop, in the long run tablets, too. */
const WIDTHS = [360, 1280, 768].slice(0, countOf('PAGE_WIDTHS', { share: 2, full: 3 }));
/** So high that no element is left to be loaded later. */
const WHOLE_PAGE = { width: 1280, height: 4000 };

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: unknown }).shifts);

describe('page with elements', () => {
  test.each(WIDTHS)(
    'at %i px has no layout shift while points, rewards and lists load slowly',
    async (width) => {
      const visit = await openPage(shop, { viewport: { width, height: 900 } });
      await signIn(visit, shop, 'Mara');
      // A request of this page that is delayed below would never end once the next page has replaced it.
      await settled(visit.page);
      await visit.page.addInitScript(recordShifts);
      await visit.page.route('**/cdn/**', (route) => setTimeout(() => void route.continue(), 250));
      await visit.page.route('**/api/v3/**', (route) => setTimeout(() => void route.continue(), 250));
      for (const path of PATHS) {
        await visit.page.goto(shop.url + path);
        await settled(visit.page);
        expect(await shiftsOf(visit.page), path).toEqual({ value: 0, sources: [] });
      }
      await visit.context.close();
    },
  );

  test('red twin: without loyalty.css and its reserved boxes the page has a layout shift', async () => {
    const visit = await openPage(shop, { viewport: { width: 360, height: 900 } });
    await signIn(visit, shop, 'Mara');
    await settled(visit.page);
    await visit.page.addInitScript(recordShifts);
    await visit.page.route('**/cdn/loyalty.css', (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    );
    await visit.page.route('**/cdn/*.js', (route) => setTimeout(() => void route.continue(), 400));
    await visit.page.goto(`${shop.url}/account`);
    await settled(visit.page);
    expect(await shiftsOf(visit.page)).toMatchObject({ value: expect.toSatisfy((value) => value > 0.001) });
    await visit.context.close();
  });

  test('sends one request for data that many elements show, and none for a token on the next page', async () => {
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Tom');
    await settled(visit.page);
    visit.calls.length = 0;
    await visit.page.goto(shop.url);
    await settled(visit.page);
    await expect.poll(() => visit.calls.length).toBeGreaterThanOrEqual(4);
    expect(visit.calls.toSorted()).toEqual([
      'GET /v3/profiles/profile-1003/balances',
      'GET /v3/profiles/profile-1003/lists/wishlist/items',
      'GET /v3/profiles/profile-1003/tier',
      'POST /v3/incentives/estimate',
    ]);
    expect(await visit.page.locator('loyalty-wishlist-button').count()).toBeGreaterThan(5);
    await visit.context.close();
  });

  test.each(['light', 'dark'] as const)('has no axe violation for a customer, %s', async (colorScheme) => {
    const visit = await openPage(shop, { colorScheme, viewport: WHOLE_PAGE });
    await signIn(visit, shop, 'Inês');
    for (const path of PATHS) {
      await visit.page.goto(shop.url + path);
      await settled(visit.page);
      expect(await violations(visit.page), path).toEqual([]);
    }
    await visit.context.close();
  });

  test('has no axe violation for a guest', async () => {
    const visit = await openPage(shop, { viewport: WHOLE_PAGE });
    for (const path of [...PATHS, '/sign-in', '/cart']) {
      await visit.page.goto(shop.url + path);
      await settled(visit.page);
      expect(await violations(visit.page), path).toEqual([]);
    }
    await visit.context.close();
  });

  test('works under a strict content security policy with Trusted Types, without report or error', async () => {
    const visit = await openPage(shop);
    const reports: string[] = [];
    visit.page.on('console', (message) => {
      if (/content security policy|trusted/i.test(message.text())) reports.push(message.text());
    });
    await signIn(visit, shop, 'Mara');
    for (const path of PATHS) {
      const response = await visit.page.goto(shop.url + path);
      await settled(visit.page);
      expect(response?.headers()['content-security-policy']).toMatch(/require-trusted-types-for/);
    }
    expect(reports).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
  });

  test('with a wrong signature shows that loading failed, without a sign-in link, and the rest of the page', async () => {
    const { db } = shop.database;
    const { secret, platform } = await db.selectFrom('shops').selectAll().executeTakeFirstOrThrow();
    await db
      .updateTable('shops')
      .set(sealedSecrets(SECRET_KEYS, platform, { secret: 'another' }))
      .execute();
    const visit = await openPage(shop);
    await signIn(visit, shop, 'Mara');
    await visit.page.goto(`${shop.url}/account`);
    await expect.poll(() => shownIn(visit.page.locator('loyalty-status'))).toBe('Couldn’t load your tier.');
    expect(await visit.page.locator('loyalty-status [slot=signed-out]').isVisible()).toBe(false);
    expect(await visit.page.locator('h1').innerText()).toMatch(/Mara/);
    expect(visit.calls.filter((call) => !call.includes('/auth/token'))).toEqual([]);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
    await db.updateTable('shops').set({ secret }).execute();
  });
});

async function violations(page: Page): Promise<string[]> {
  // Evaluated by the debugger: the page's content security policy refuses a script element.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run(),
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
