import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../demo/sample/seeded-random.ts';
import { chromium } from '../../scripts/browser.mjs';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { isSent, listsServer, type ListsServer } from '../support/tabs-lists.ts';

const ROUNDS = countOf('LIST_TAB_ROUNDS', { share: 3, full: 200 });
const EDITS = 10;
/** Products as a whole, and variants of them. */
const PRODUCTS = ['p0', 'p1', 'p1:v1', 'p1:v2'];
/** So long an edit takes at the service: longer than a tab waits before its first request after it is online. */
const ANSWER_MS = 30;
const SEED = seedOf();

type Heart = HTMLElement & {
  productId: string;
  variantId: string | undefined;
  readonly saved: boolean | undefined;
  readonly updateComplete: Promise<unknown>;
  toggle(): Promise<void>;
};

/** In the tab: presses the heart of a product or variant. Resolves to whether that saves it; `undefined` where the page says that it failed. */
async function press(product: string): Promise<boolean | undefined> {
  const heart = document.querySelector<Heart>('loyalty-wishlist-button')!;
  const [productId = '', variantId] = product.split(':');
  Object.assign(heart, { productId, variantId });
  await heart.updateComplete;
  const save = !heart.saved;
  let result: boolean | undefined;
  const type = save ? 'added' : 'removed';
  heart.addEventListener(`loyalty-wishlist-${type}`, () => (result = save), { once: true });
  await heart.toggle();
  return result;
}

/** In the tab: whether the heart of a product or variant is filled. */
async function isShown(product: string): Promise<boolean | undefined> {
  const heart = document.querySelector<Heart>('loyalty-wishlist-button')!;
  const [productId = '', variantId] = product.split(':');
  Object.assign(heart, { productId, variantId });
  await heart.updateComplete;
  return heart.saved;
}

/** In the tab: whether the file is loaded that stores and sends edits. */
const hasOutbox = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/cdn/outbox-'));

/** In the tab, before its scripts: takes the Web Locks away. */
const withoutLocks = () => {
  Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
};

describe('two tabs with edits of the same list', () => {
  let browser: Browser;
  let server: ListsServer;
  beforeAll(async () => {
    browser = await puppeteer.launch({ headless: true, ...(await chromium()) });
  });
  afterAll(() => browser?.close());

  /** Opens a shop page in each of two tabs of a new browser profile, one after the other. */
  async function openBoth<T>(
    work: (open: () => Promise<Page>) => Promise<T>,
    prepare?: () => void,
  ): Promise<T> {
    server = await listsServer();
    const context = await browser.createBrowserContext();
    try {
      return await work(async () => {
        const page = await context.newPage();
        if (prepare) await page.evaluateOnNewDocument(prepare);
        await page.goto(`${server.url}/page`);
        const isKnown = () => document.querySelector<Heart>('loyalty-wishlist-button')?.saved !== undefined;
        await page.waitForFunction(isKnown, { polling: 20 });
        return page;
      });
    } finally {
      await context.close();
      await server.close();
    }
  }

  interface Round {
    /** Products whose last edit the service does not have, or in another order. */
    readonly wrong: string[];
    readonly sentTwice: string[];
    /** Edits that the page said were saved. */
    readonly edits: number;
  }

  /** Both tabs are offline, edit random products one after the other, and go online at the same moment. */
  const race = (rounds: number, prepare?: () => void) =>
    openBoth(async (open): Promise<Round[]> => {
      const tabs = [await open(), await open()];
      // Before its first edit a page loads what stores edits, because it could not when it is offline.
      for (const tab of tabs) await tab.waitForFunction(hasOutbox, { polling: 20, timeout: 60_000 });
      server.beforeEdit = () => new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      const random = seededRandom(SEED);
      const results: Round[] = [];
      for (let round = 0; round < rounds; round++) {
        const expected = new Map<string, boolean | undefined>();
        for (const product of PRODUCTS) expected.set(product, server.products().includes(product));
        const logged = server.log.length;
        let edits = 0;
        server.sent.clear();
        await Promise.all(tabs.map((tab) => tab.setOfflineMode(true)));
        for (let edit = 0; edit < EDITS; edit++) {
          const product = PRODUCTS[Math.floor(random() * PRODUCTS.length)]!;
          expected.set(product, await tabs[Math.floor(random() * 2)]!.evaluate(press, product));
          edits += expected.get(product) === undefined ? 0 : 1;
        }
        await Promise.all(tabs.map((tab) => tab.setOfflineMode(false)));
        for (const tab of tabs) await tab.waitForFunction(isSent, { polling: 20, timeout: 60_000 });
        const products = server.products();
        // Of the edits of a product only the last one is left: it changes the list once, or not.
        const changed = server.log.slice(logged).map((change) => change.slice(1));
        const wrong = PRODUCTS.filter(
          (product) =>
            (expected.get(product) ?? products.includes(product)) !== products.includes(product) ||
            changed.filter((other) => other === product).length > 1,
        );
        const sentTwice = [...server.sent].filter(([, count]) => count > 1).map(([name]) => name);
        results.push({ wrong, sentTwice, edits });
      }
      if (!prepare)
        for (const product of PRODUCTS)
          for (const tab of tabs)
            await expect.poll(() => tab.evaluate(isShown, product)).toBe(server.products().includes(product));
      return results;
    }, prepare);

  it(`send each edit once after they were offline, in ${ROUNDS} rounds (SEED=${SEED})`, async ({ task }) => {
    const results = await race(ROUNDS);
    const wrong = results.flatMap((round) => round.wrong);
    const sentTwice = results.flatMap((round) => round.sentTwice);
    measured(task, {
      tried: `${results.length} rounds of two tabs that are offline, make ${EDITS} edits of ${PRODUCTS.length} products and variants and go online at once (seed ${SEED})`,
      result: `${wrong.length} lost or out of order, ${sentTwice.length} sent twice`,
    });
    expect({ wrong, sentTwice }).toEqual({ wrong: [], sentTwice: [] });
    expect(results.reduce((sum, { edits }) => sum + edits, 0)).toBeGreaterThan((ROUNDS * EDITS) / 2);
  });

  it('red twin: send edits twice without the lock', async () => {
    const results = await race(3, withoutLocks);
    expect(results.flatMap(({ sentTwice }) => sentTwice).length).toBeGreaterThan(0);
  });

  it('show an edit that the other tab sends while the list is being read', async () => {
    const [first, second, products] = await openBoth(async (open) => {
      const tabs = [await open(), await open()] as const;
      for (const tab of tabs) await tab.waitForFunction(hasOutbox, { polling: 20, timeout: 60_000 });
      await Promise.all(tabs.map((tab) => tab.setOfflineMode(true)));
      expect(await tabs[0].evaluate(press, 'p1')).toBe(true);
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let reads = 0;
      server.beforeList = () => (reads++ === 0 ? held : undefined);
      await tabs[1].setOfflineMode(false);
      await expect.poll(() => reads).toBe(1); // the second tab reads the list without the edit
      await tabs[0].setOfflineMode(false);
      await tabs[0].waitForFunction(isSent, { polling: 20, timeout: 60_000 });
      release();
      for (const tab of tabs) await expect.poll(() => tab.evaluate(isShown, 'p1')).toBe(true);
      return [...(await Promise.all(tabs.map((tab) => tab.evaluate(isShown, 'p1')))), server.products()];
    });
    expect({ first, second, products }).toEqual({ first: true, second: true, products: ['p1'] });
  });

  /** A tab saves a product, and the other one removes it before the service has answered. */
  const removedMeanwhile = (prepare?: () => void, product = 'p0') =>
    openBoth(async (open) => {
      const first = await open();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let edits = 0;
      server.beforeEdit = () => (edits++ === 0 ? held : undefined);
      const pressed = first.evaluate(press, product).catch(() => undefined);
      await expect.poll(() => edits).toBe(1);
      const second = await open();
      await expect.poll(() => second.evaluate(isShown, product)).toBe(true);
      // Stored for this tab: it waits three seconds for the service, or without the lock sends it before the other tab's edit is done.
      expect(await second.evaluate(press, product)).toBe(false);
      release();
      await pressed;
      for (const tab of [first, second]) await tab.waitForFunction(isSent, { polling: 20, timeout: 60_000 });
      await expect.poll(() => server.log.length).toBeGreaterThanOrEqual(2);
      return server.log;
    }, prepare);

  it.each(['p0', 'p0:v1'])('do the edits of one product or variant in their order: %s', async (product) => {
    expect(await removedMeanwhile(undefined, product)).toEqual([`+${product}`, `-${product}`]);
  });

  it('red twin: do them in another order without the lock', async () => {
    expect(await removedMeanwhile(withoutLocks)).toEqual(['+p0', '-p0', '+p0']);
  });
});
