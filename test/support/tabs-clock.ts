import type { Page } from 'puppeteer-core';
import { shownText } from './tabs-open.ts';

// Time as the page has it, counted in steps of its own timers: while a busy machine gives a page no time, its elements have none
// either, and a promise in milliseconds is about them, not about the machine.

/** Milliseconds of the page's time until it shows a text no more; `Infinity` past the limit. */
export async function timeUntilGone(page: Page, text: string, limitMs: number): Promise<number> {
  return noTime(await page.evaluate(countFor(text, limitMs)));
}

/**
 * The same for a change of the customer in another tab, counted from when the browser has passed the change on to this tab: how
 * long that takes is up to the browser and the machine. Call it before the change; the function it gives waits for the end.
 */
export async function watchUntilGone(
  page: Page,
  text: string,
  limitMs: number,
): Promise<() => Promise<number>> {
  await page.evaluate(
    `void (window.untilGone = (${String(untilOwnerChanges)})(${String(storedOwners)}).then(() => ${countFor(text, limitMs)}))`,
  );
  return async () => noTime(await page.evaluate('window.untilGone'));
}

/** Waits until the browser has passed a change of the customer on to this tab. Call it before the change. */
export async function watchOwner(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`void (window.ownerChanged = (${String(untilOwnerChanges)})(${String(storedOwners)}))`);
  return () => page.evaluate('window.ownerChanged');
}

const countFor = (text: string, limitMs: number): string =>
  `(${String(countUntilGone)})(${String(shownText)}, ${JSON.stringify(text)}, ${limitMs})`;

const noTime = (time: unknown): number => (typeof time === 'number' ? time : Infinity);

/** In the tab. */
async function countUntilGone(
  shown: () => string,
  text: string,
  limitMs: number,
): Promise<number | undefined> {
  for (let time = 0; time <= limitMs; time += 20) {
    if (!shown().includes(text)) return time;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined; // JSON has no Infinity
}

/** In the tab: whose tokens its storage holds, as the browser's process of this tab knows it. */
function storedOwners(): string {
  return Object.values({ ...localStorage })
    .map((record) => String(JSON.parse((record as string) || '{}').owner))
    .join();
}

/** In the tab. */
async function untilOwnerChanges(owners: () => string): Promise<void> {
  const before = owners();
  for (let time = 0; owners() === before; time += 20) {
    if (time > 30_000) throw new Error('The customer in the storage of this tab did not change.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Opens an address and waits until its balance shows these points: milliseconds for which the page waited for anything but the answers to
 * its own requests.
 */
export async function openUntilShown(page: Page, url: string, points: string): Promise<number> {
  await page.evaluateOnNewDocument(startClock);
  await page.goto(url);
  const time = await page.waitForFunction(
    (wanted) =>
      document.querySelector('loyalty-balance')?.shadowRoot?.textContent?.includes(wanted) &&
      (window as unknown as { pageTime: number }).pageTime,
    { polling: 20 },
    points,
  );
  return (await time.jsonValue()) as number;
}

/**
 * In the tab: `pageTime`, in steps of 20 ms. A step also waits for an answer of the browser's process, so that the clock stops while the
 * machine gives that no time, and does not count where a request of the page was under way: scripts, the token and the data take as long as
 * the machine and the network need. The clock begins at 1: a time of nothing would look like no time.
 */
function startClock(): void {
  const STEP_MS = 20;
  const steps: { readonly from: number; readonly to: number }[] = [];
  const step = async (from: number): Promise<void> => {
    await Promise.all([
      new Promise((resolve) => setTimeout(resolve, STEP_MS)),
      navigator.locks.query().catch(() => {}),
    ]);
    const to = performance.now();
    steps.push({ from, to });
    void step(to);
  };
  void step(performance.now());
  Object.defineProperty(window, 'pageTime', {
    get(): number {
      const requests = ['navigation', 'resource'].flatMap(
        (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
      );
      const isWaiting = ({ from, to }: { from: number; to: number }) =>
        !requests.some(({ startTime, responseEnd }) => startTime < to && responseEnd > from);
      return 1 + STEP_MS * steps.filter(isWaiting).length;
    },
  });
}
