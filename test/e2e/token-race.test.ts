import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, seedOf } from '../support/counts.ts';
import { everythingShown, openTabs, type OpenTabs } from '../support/tabs-open.ts';
import { openUntilShown } from '../support/tabs-clock.ts';
import { race } from '../support/tabs-race.ts';

const SEED = seedOf();
const ROUNDS = countOf('RACE_ROUNDS', { share: 4, full: 50 });
const MEMORY_ROUNDS = countOf('MEMORY_RACE_ROUNDS', { share: 1, full: 10 });

let open: OpenTabs;
beforeAll(async () => {
  open = await openTabs();
});
afterAll(() => open?.close());

describe(`8 tabs with 25 elements each open at once (seed ${SEED})`, () => {
  test(`in ${ROUNDS} of ${ROUNDS} rounds the shop sees one token request`, { timeout: 600_000 }, async () => {
    const results = await race(open, { rounds: ROUNDS, tabs: 8, elements: 25, seed: SEED });
    expect(results.filter(({ tokenCalls }) => tokenCalls !== 1)).toEqual([]);
    expect(results.filter(({ shown }) => shown !== 200)).toEqual([]);
  });

  test('with cache="memory" each tab asks once: no token passes between tabs', async () => {
    const results = await race(open, {
      rounds: MEMORY_ROUNDS,
      tabs: 8,
      elements: 25,
      seed: SEED + 1,
      cache: 'memory',
    });
    expect(results.filter(({ tokenCalls, shown }) => tokenCalls !== 8 || shown !== 200)).toEqual([]);
  });

  test('fail in the twin without locks: every tab requests a token', async () => {
    const prepare = (page: { evaluate(work: () => void): Promise<unknown> }) =>
      page.evaluate(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const results = await race(open, { rounds: 2, tabs: 8, elements: 25, seed: SEED + 2, prepare });
    expect(Math.max(...results.map(({ tokenCalls }) => tokenCalls))).toBeGreaterThan(1);
  });
});

describe('busy tab that fetches the token', () => {
  test('says so to other tabs before it has loaded its coordination file', async () => {
    const customer = 'busy';
    open.server.token = { delayMs: () => 5_000, status: () => 200 };
    const busy = await open.tab();
    await busy.setRequestInterception(true);
    let load = () => {};
    busy.on('request', (request) => {
      if (/\/tokens-/.test(request.url())) load = () => void request.continue();
      else void request.continue();
    });
    await busy.evaluateOnNewDocument(() => {
      const { postMessage } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.postMessage = function (message) {
        postMessage.call(this, message);
        Object.assign(window, { told: true });
      };
    });
    await busy.goto(`${open.server.url}/page?customer=${customer}`);
    await busy.waitForFunction('window.told');
    load();
    await expect.poll(() => everythingShown(busy)).toContain('4,200');
    expect(open.server.tokenCalls.get(customer)).toBe(1);
    open.server.token = { delayMs: () => 0, status: () => 200 };
    await busy.close();
  });
});

describe('tab that blocks the others', () => {
  test.each(['frozen', 'closed'] as const)('and is %s: another one has its token in time', async (how) => {
    const customer = `holder-${how}`;
    let calls = 0;
    // The first request hangs, as in a tab whose network has stopped.
    open.server.token = { delayMs: () => (++calls === 1 ? 60_000 : 0), status: () => 200 };
    const holder = await open.tab(`/page?customer=${customer}`);
    await expect.poll(() => open.server.tokenCalls.get(customer)).toBe(1);
    const session = await holder.createCDPSession();
    if (how === 'frozen') await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    else await holder.close();
    const other = await open.browser.newPage();
    // Two seconds are the promise; the page itself takes its time.
    expect(await openUntilShown(other, `${open.server.url}/page?customer=${customer}`, '4,200')).toBeLessThan(
      4_000,
    );
    expect(open.server.tokenCalls.get(customer)).toBe(2);
    open.server.token = { delayMs: () => 0, status: () => 200 };
    await other.close();
    if (how === 'frozen') await holder.close();
  });
});
