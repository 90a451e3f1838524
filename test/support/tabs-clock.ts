import type { Page } from 'puppeteer-core';
import { shownText } from './tabs-open.ts';

// Time as the page has it, counted in steps of its own timers: while a busy machine gives a page no time, its elements have none
// either, and a promise in milliseconds is about them, not about the machine.

/** Milliseconds of the page's time until it shows a text no more; `Infinity` past the limit. */
export async function timeUntilGone(page: Page, text: string, limitMs: number): Promise<number> {
  const gone = await page.evaluate(
    `(${String(countUntilGone)})(${String(shownText)}, ${JSON.stringify(text)}, ${limitMs})`,
  );
  return typeof gone === 'number' ? gone : Infinity;
}

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

/** Opens an address and waits until its balance shows these points: milliseconds of the page's time. */
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

/** In the tab. The clock begins at 1: a time of nothing would look like no time. */
function startClock(): void {
  const page = window as unknown as { pageTime: number };
  page.pageTime = 1;
  const step = (): void => {
    setTimeout(() => {
      page.pageTime += 20;
      step();
    }, 20);
  };
  step();
}
