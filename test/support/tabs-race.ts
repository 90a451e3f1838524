import type { Page } from 'puppeteer-core';
import { seededRandom } from '../../demo/sample/seeded-random.ts';
import type { OpenTabs } from './tabs-open.ts';

export interface Race {
  readonly rounds: number;
  readonly tabs: number;
  readonly elements: number;
  readonly seed: number;
  readonly cache?: 'shared' | 'memory';
  /** Runs in each tab before the first round: a twin takes something away here. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface RoundResult {
  readonly delayMs: number;
  readonly tokenCalls: number;
  /** Elements that show the customer's points. */
  readonly shown: number;
}

/**
 * Each round, a customer nobody has seen, all tabs at the same moment by a broadcast, and a token endpoint that takes 0 to 5,000
 * ms. What is counted is what reached the server.
 */
export async function race(
  open: OpenTabs,
  { rounds, tabs, elements, seed, cache, prepare }: Race,
): Promise<RoundResult[]> {
  const { server } = open;
  const pages = await Promise.all(Array.from({ length: tabs }, () => open.tab()));
  for (const page of pages) {
    await prepare?.(page);
    await page.evaluate(waitForStart, elements, cache ?? 'shared');
  }
  const starter = await open.tab();
  const random = seededRandom(seed);
  const results: RoundResult[] = [];
  for (let round = 1; round <= rounds; round++) {
    const customer = `${seed}-${round}`;
    // Most answers are quick, some take all of five seconds; the first round is one of the slowest.
    const delayMs = Math.round(5_000 * (round === 1 ? 0.99 : random() ** 3));
    server.token = { delayMs: () => delayMs, status: () => 200 };
    await starter.evaluate((id) => new BroadcastChannel('start').postMessage(id), customer);
    const shown = await Promise.all(
      pages.map((page) => page.evaluate(countShown, customer, delayMs + 60_000)),
    );
    results.push({
      delayMs,
      tokenCalls: server.tokenCalls.get(customer) ?? 0,
      shown: shown.reduce((sum, one) => sum + one, 0),
    });
  }
  await Promise.all([...pages, starter].map((page) => page.close()));
  return results;
}

/** In the tab: at the signal, the last customer's elements go and the next one's come. */
function waitForStart(elements: number, cache: string): void {
  const channel = new BroadcastChannel('start');
  Object.assign(window, { channel });
  channel.onmessage = ({ data }) => {
    const page = document.createElement('main');
    page.dataset['customer'] = String(data);
    const provider = document.createElement('loyalty-provider');
    for (const [name, value] of Object.entries({
      'base-url': `${location.origin}/api`,
      platform: 'shop',
      cache,
      'customer-id': String(data),
      signature: 'a'.repeat(64),
    })) {
      provider.setAttribute(name, value);
    }
    for (let at = 0; at < elements; at++) provider.append(document.createElement('loyalty-balance'));
    page.append(provider);
    document.body.replaceChildren(page);
  };
}

/** In the tab: how many elements show the points, once all do or time is up. */
async function countShown(customer: string, limitMs: number): Promise<number> {
  const until = Date.now() + limitMs;
  for (;;) {
    const all = [...document.querySelectorAll(`[data-customer="${customer}"] loyalty-balance`)];
    const shown = all.filter((element) => element.shadowRoot?.textContent?.includes('4,200')).length;
    if ((all.length && shown === all.length) || Date.now() > until) return shown;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
