import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOf, measured } from '../support/counts.ts';
import { openUntilShown } from '../support/tabs-clock.ts';
import { openTabs, type OpenTabs } from '../support/tabs-open.ts';

const ROUNDS = countOf('SILENT_ROUNDS', { share: 5, full: 200 });
/** The promise. It is about waiting: the page's own requests do not count (`tabs-clock.ts`). */
const LIMIT_MS = 2_000;
/** Longer than the limit. */
const SLOW_ANSWER_MS = 3_000;

interface Fault {
  /** Opens the tab that blocks the others. */
  readonly holder?: (open: OpenTabs, customer: string) => Promise<Page | undefined>;
  /** Runs in the measured tab before its scripts. */
  readonly prepare?: () => void;
}

/** Opens a tab of this customer whose token request has started and does not end. */
async function fetching(open: OpenTabs, customer: string): Promise<Page> {
  const page = await open.tab(`/page?customer=${customer}`);
  await expect.poll(() => open.server.tokenCalls.get(customer)).toBe(1);
  return page;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'a lock that another script holds for ever': {
    async holder(open, customer) {
      const page = await open.tab();
      const name = `loyalty-elements ${open.server.url}/api shop/v1 ${customer}`;
      await page.evaluate(
        (wanted) =>
          new Promise<void>((granted) => {
            void navigator.locks.request(wanted, () => (granted(), new Promise(() => {})));
          }),
        name,
      );
      return page;
    },
  },
  'a tab that is frozen while it fetches': {
    async holder(open, customer) {
      const page = await fetching(open, customer);
      const session = await page.createCDPSession();
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      return page;
    },
  },
  'a tab that is closed while it fetches': {
    async holder(open, customer) {
      await (await fetching(open, customer)).close();
      return undefined;
    },
  },
  'a database that never answers': {
    // Arrow functions, because puppeteer sends the source text of a function.
    prepare: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
  },
  'a storage that throws': {
    prepare: () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
    },
  },
};

describe('tab with a lock, database, storage or other tab that does not respond', () => {
  let open: OpenTabs;
  beforeAll(async () => {
    open = await openTabs();
    // The first token request of a customer with a blocking tab hangs, as in a tab without network.
    open.server.token = {
      delayMs: (customer, call) => {
        if (customer.startsWith('slow')) return SLOW_ANSWER_MS;
        return /^(frozen|closed)/.test(customer) && call === 1 ? 600_000 : 0;
      },
      status: () => 200,
    };
  });
  afterAll(() => open?.close());

  async function round(fault: string, customer: string) {
    const { holder, prepare } = FAULTS[fault]!;
    const blocker = await holder?.(open, customer);
    const page = await open.browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    if (prepare) await page.evaluateOnNewDocument(prepare);
    const time = await openUntilShown(page, `${open.server.url}/page?customer=${customer}`, '4,200');
    await Promise.all([page.close(), blocker?.close()]);
    const requests =
      (open.server.tokenCalls.get(customer) ?? 0) - (/^(frozen|closed)/.test(customer) ? 1 : 0);
    return { fault, time, requests, errors };
  }

  it(`shows its data within the limit, in ${ROUNDS} rounds`, async ({ task }) => {
    const names = Object.keys(FAULTS);
    const results = [];
    for (let at = 0; at < ROUNDS; at++) {
      const fault = names[at % names.length]!;
      const kind = /frozen|closed/.exec(fault)?.[0] ?? 'other';
      results.push(await round(fault, `${kind}-${at}`));
    }
    const slow = results.filter(({ time }) => time >= LIMIT_MS);
    measured(task, {
      tried: `${results.length} rounds of ${names.length} faults: ${names.join(', ')}`,
      result: `${slow.length} hang; the longest wait took ${Math.max(...results.map(({ time }) => time))} ms`,
    });
    expect(slow).toEqual([]);
    // The measured tab sends one token request.
    expect(results.filter(({ requests }) => requests !== 1)).toEqual([]);
    expect(results.filter(({ errors }) => errors.length)).toEqual([]);
  });

  it('does not count the answer to its own request as a wait', async () => {
    const page = await open.browser.newPage();
    const began = performance.now();
    const time = await openUntilShown(page, `${open.server.url}/page?customer=slow-0`, '4,200');
    await page.close();
    expect(performance.now() - began).toBeGreaterThanOrEqual(SLOW_ANSWER_MS);
    expect(time).toBeLessThan(LIMIT_MS);
  });

  it('does not show its data without time limits for its waits: the twin', async () => {
    const customer = 'twin-0';
    const blocker = await FAULTS['a lock that another script holds for ever']!.holder!(open, customer);
    const page = await open.browser.newPage();
    await page.evaluateOnNewDocument((longest) => {
      const { setTimeout: start } = window;
      const dropLong = (run: () => void, ms?: number) => ((ms ?? 0) < longest ? start(run, ms) : 0);
      Object.assign(window, { setInterval: () => 0, setTimeout: dropLong });
    }, LIMIT_MS);
    const shown = openUntilShown(page, `${open.server.url}/page?customer=${customer}`, '4,200').catch(
      () => 0,
    );
    const pageTime = () => page.evaluate(() => Reflect.get(window, 'pageTime') as number).catch(() => 0);
    await expect.poll(pageTime, { timeout: 60_000 }).toBeGreaterThanOrEqual(LIMIT_MS);
    const text = await page.evaluate(
      () => document.querySelector('loyalty-balance')?.shadowRoot?.textContent ?? '',
    );
    await Promise.all([page.close(), blocker?.close()]);
    await shown;
    expect(text).not.toContain('4,200');
    expect(open.server.tokenCalls.get(customer) ?? 0).toBe(0);
  });
});
