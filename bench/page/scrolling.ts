import type { Browser, Page } from 'playwright-core';
import { LINES, OWN_PAGE, PAGES, ROW_COUNTS } from './scenarios.ts';
import type { BenchServer } from './server.ts';
import { wholePage } from './visit.ts';

const [, SLOW] = LINES;
/** Frames of the scroll that is measured. */
const FRAMES = 240;

/** A history that shows this many rows, on the slow device. */
export interface Scrolling {
  readonly rows: number;
  /** Elements in the shadow root. */
  readonly nodes: number;
  /** From the press of "Show more" to the frame with the new rows, the answer of the service included. */
  readonly moreMs: number;
  /** Times between frames while the page is scrolled from its end to its start, in milliseconds, smallest first. */
  readonly frames: readonly number[];
  readonly longestTaskMs: number;
}

/** Scrolls through a history of 100 to 10,000 rows, all of them shown. */
export async function scrollHistory(browser: Browser, server: BenchServer): Promise<Scrolling[]> {
  const found: Scrolling[] = [];
  const own = PAGES.find(({ id }) => id === OWN_PAGE)!;
  server.setPage(
    '/history',
    wholePage(`${own.html(server, 0)}<loyalty-history></loyalty-history>`, server.service),
  );
  for (const rows of ROW_COUNTS) {
    server.setRecords(rows + 100);
    const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
    await page.goto(`${server.shop}/history`);
    await page.waitForFunction(() =>
      document.querySelector('loyalty-history')?.shadowRoot?.querySelector('select'),
    );
    await page.evaluate(showRows, rows);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW!.cpu });
    found.push({ rows, ...(await measure(page)) });
    await page.close();
  }
  server.setRecords(ROW_COUNTS[0]);
  return found;
}

async function measure(page: Page): Promise<Omit<Scrolling, 'rows'>> {
  const moreMs = await page.evaluate(pressMore);
  const { frames, longestTaskMs } = await page.evaluate(scrollUp, FRAMES);
  const nodes = await page.evaluate(
    () => document.querySelector('loyalty-history')!.shadowRoot!.querySelectorAll('*').length,
  );
  return { moreMs, frames: frames.sort((a, b) => a - b), longestTaskMs, nodes };
}

/** Runs in the page: presses "Show more" until that many rows are shown. */
async function showRows(rows: number): Promise<void> {
  const root = document.querySelector('loyalty-history')!.shadowRoot!;
  const pageSize = 25;
  for (let shown = 6; shown + pageSize <= rows; shown += pageSize) {
    root.querySelector<HTMLElement>('[part~=more-button]')!.click();
    do await new Promise((resolve) => setTimeout(resolve));
    while (root.querySelector('[aria-busy=true]'));
  }
}

/** Runs in the page. */
async function pressMore(): Promise<number> {
  const root = document.querySelector('loyalty-history')!.shadowRoot!;
  const start = performance.now();
  root.querySelector<HTMLElement>('[part~=more-button]')!.click();
  do await new Promise(requestAnimationFrame);
  while (root.querySelector('[aria-busy=true]'));
  return performance.now() - start;
}

/** Runs in the page: scrolls 150 pixels in each frame, as after a quick swipe. */
async function scrollUp(frames: number): Promise<{ frames: number[]; longestTaskMs: number }> {
  let longestTaskMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  });
  observer.observe({ type: 'longtask' });
  scrollTo(0, document.documentElement.scrollHeight);
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
  const times: number[] = [];
  let before = performance.now();
  for (let frame = 0; frame < frames; frame++) {
    scrollBy(0, -150);
    const now = await new Promise<number>(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  return { frames: times.slice(1), longestTaskMs };
}
