import type { Page } from 'puppeteer-core';
import { everythingShown, shownText } from '../support/tabs-open.ts';

/** What a page showed when the back button brought it back. */
export interface Restored {
  /** Whether it really came from the back/forward cache: it still has what a script left in it. */
  readonly restored: boolean;
  /** Everything it showed in its first frames, and once it had settled. */
  readonly frames: readonly string[];
}

/** Opens `there` from where the page is, runs `meanwhile`, and goes back. */
export async function goAndComeBack(
  page: Page,
  there: string,
  meanwhile: () => Promise<unknown>,
): Promise<Restored> {
  await page.evaluate(`(${String(rememberFrames)})(${String(shownText)})`);
  await page.goto(there);
  await meanwhile();
  // Not `goBack`: that waits for a load, and a page that is restored has none.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(() => (window as unknown as { frames?: string[] }).frames?.length === 5);
  const { restored, frames } = await page.evaluate(() => {
    const { frames: list, restored: back } = window as unknown as { frames: string[]; restored: boolean };
    return { restored: back, frames: list };
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { restored, frames: [...frames, await everythingShown(page)] };
}

/** In the tab: notes what it shows in the first frames after it comes back. */
function rememberFrames(shown: () => string): void {
  const page = window as unknown as { frames: string[]; restored: boolean };
  page.frames = [];
  page.restored = false;
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      page.restored = persisted;
      page.frames = [];
      const note = (): void => {
        page.frames.push(shown());
        if (page.frames.length < 5) requestAnimationFrame(note);
      };
      note();
    },
    // Before the page's own listeners: what they change is not seen in the first note.
    { capture: true, once: true },
  );
}
