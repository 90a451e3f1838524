import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../demo/sample/seeded-random.ts';
import { chromium } from '../../scripts/browser.mjs';
import { countOf, measured, seedOf } from '../support/counts.ts';
import { isSent, listsServer } from '../support/tabs-lists.ts';

const KILLS = countOf('LIST_KILLS', { share: 15, full: 1_000 });
/** Every so many kills is one of the browser, and the others of its tab: a browser takes seconds to start where much else runs. */
const BROWSER_EVERY = countOf('BROWSER_KILLS_EVERY', { share: 10, full: 1 });
const EDITS = 20;
/** Products as a whole, and variants of them. */
const PRODUCTS = ['p0', 'p1', 'p1:v1', 'p1:v2', 'p2:v1'];
/** The kill comes at a random time after the start of a random edit. Longer than one edit takes, so that it comes at every step. */
const LONGEST_MS = 40;
const SEED = seedOf();

/** In the tab: presses the heart for one product or variant after the other, and tells the server when the page says that it is saved. */
async function editAtRandom(first: number, products: readonly string[]): Promise<void> {
  const heart = document.querySelector('loyalty-wishlist-button') as unknown as HTMLElement & {
    productId: string;
    variantId: string | undefined;
    saved: boolean | undefined;
    updateComplete: Promise<unknown>;
    toggle(): Promise<void>;
  };
  let number = first;
  for (const type of ['added', 'removed'])
    heart.addEventListener(
      `loyalty-wishlist-${type}`,
      () => void fetch(`/said/${number}`, { keepalive: true }),
    );
  for (const [index, product] of products.entries()) {
    number = first + index;
    const [productId = '', variantId] = product.split(':');
    Object.assign(heart, { productId, variantId });
    await heart.updateComplete;
    // The server knows of each edit before it is made: a kill would take a message to the test with it.
    for (let save: boolean | undefined; save !== !heart.saved;) {
      save = !heart.saved;
      await fetch(`/making/${number}/${product}/${save}`);
    }
    await heart.toggle();
  }
}

interface Outcome {
  readonly edits: number;
  readonly said: number;
  readonly lost: string[];
  /** Idempotency keys of edits that changed the list more than once. */
  readonly doubled: string[];
}

interface Twin {
  /** Runs in the tab before its scripts. */
  readonly prepare?: () => void;
  readonly addsTwice?: boolean;
}

/** Edits a list, kills the tab or the browser, and compares what the page said with the list of the service. */
async function killed(kills: number, seed: number, { prepare, addsTwice }: Twin = {}): Promise<Outcome> {
  const server = await listsServer({ addsTwice });
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'list-kills-'));
  const launchOptions = await chromium();
  const outcome: Outcome & { edits: number; said: number } = { edits: 0, said: 0, lost: [], doubled: [] };
  let browser: Browser | undefined;

  async function open(): Promise<Page> {
    browser ??= await puppeteer.launch({ headless: true, ...launchOptions, userDataDir: folder });
    const page = await browser.newPage();
    if (prepare) await page.evaluateOnNewDocument(prepare);
    await page.goto(`${server.url}/page`);
    // What was stored before the kill is sent now, without faults.
    await page.waitForFunction(isSent, { polling: 20, timeout: 60_000 });
    return page;
  }
  async function kill(page: Page, isBrowser: boolean): Promise<void> {
    if (!isBrowser) {
      const session = await page.createCDPSession();
      session.send('Page.crash').catch(() => {});
      await new Promise((resolve) => page.once('error', resolve));
      void page.close().catch(() => {});
      return;
    }
    const { pid } = browser!.process()!;
    const gone = new Promise((resolve) => browser!.process()!.once('exit', resolve));
    process.kill(-pid!, 'SIGKILL'); // the browser is the leader of a process group of its own
    await gone;
    browser = undefined;
  }

  try {
    let page = await open();
    for (let round = 0; round < kills; round++) {
      const first = round * EDITS;
      const before = new Set(server.products());
      const lastStarted = first + Math.floor(random() * EDITS);
      server.fault = () =>
        (['none', 'none', 'none', 'none', 'unavailable', 'cut before', 'cut after'] as const)[
          Math.floor(random() * 7)
        ]!;
      const products = Array.from({ length: EDITS }, () => PRODUCTS[Math.floor(random() * PRODUCTS.length)]!);
      void page.evaluate(editAtRandom, first, products).catch(() => {});
      await expect
        .poll(() => server.made.has(lastStarted), { interval: 2, message: `edit ${lastStarted} starts` })
        .toBe(true);
      await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_MS));
      await kill(page, (round + 1) % BROWSER_EVERY === 0);
      server.fault = () => 'none';
      page = await open();

      const now = server.products();
      const made = [...server.made.values()].filter(({ number }) => number >= first);
      for (const product of PRODUCTS) {
        const own = made.filter((edit) => edit.product === product);
        const confirmed = own.findLast(({ number }) => server.said.has(number));
        const later = own.filter(({ number }) => number > (confirmed?.number ?? -1));
        // An edit that the page had not confirmed may be there or not.
        const allowed = [confirmed?.save ?? before.has(product), ...later.map(({ save }) => save)];
        if (!allowed.includes(now.includes(product))) outcome.lost.push(`${round}: ${product}`);
      }
      outcome.edits += made.length;
    }
    outcome.said = server.said.size;
    for (const [key, changes] of server.changes) if (changes > 1) outcome.doubled.push(key);
    return outcome;
  } finally {
    if (browser) process.kill(-browser.process()!.pid!, 'SIGKILL');
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

describe('edits of a list', () => {
  it(`survive ${KILLS} kills of the tab or the browser, and take effect once (SEED=${SEED})`, async ({
    task,
  }) => {
    // Two browsers, because each waits much of its time.
    const half = Math.ceil(KILLS / 2);
    const both = await Promise.all([killed(half, SEED), killed(half, SEED + 1)]);
    const sum = (key: 'edits' | 'said') => both[0][key] + both[1][key];
    const [lost, doubled] = [both.flatMap((one) => one.lost), both.flatMap((one) => one.doubled)];
    measured(task, {
      tried: `${2 * half} kills, ${2 * Math.floor(half / BROWSER_EVERY)} of the browser and the others of its tab, at a random time of ${EDITS} edits of products and variants each; the service fails in 3 of 7 requests; ${sum('edits')} edits, ${sum('said')} confirmed by the page (seed ${SEED})`,
      result: `${lost.length} lost, ${doubled.length} sent twice`,
    });
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(sum('said')).toBeGreaterThan(KILLS);
  });

  it('red twin: are lost with a database that says it has stored them, and has not', async () => {
    const prepare = () => {
      IDBObjectStore.prototype.put = function put() {
        return this.get('nothing') as unknown as IDBRequest<IDBValidKey>;
      };
    };
    const { lost } = await killed(8, SEED, { prepare });
    expect(lost.length).toBeGreaterThan(0);
  });

  it('red twin: take effect twice at a service that adds a product as often as it is sent', async () => {
    const { doubled } = await killed(8, SEED, { addsTwice: true });
    expect(doubled.length).toBeGreaterThan(0);
  });
});
