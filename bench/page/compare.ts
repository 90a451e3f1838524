import type { Browser, CDPSession, Page } from 'playwright-core';
import { tagOf, type Pair, type Press } from './pairs.ts';
import type { Line, Visit } from './scenarios.ts';
import type { BenchServer } from './server.ts';
import type { SecureLine } from './secure-line.ts';
import { measureVisit, type Measured } from './visit.ts';

// Measures each page of a shop with our elements beside the same page with bare ones.

export const SIDES = ['bare', 'ours'] as const;
export type Side = (typeof SIDES)[number];

/** Visits of the comparison. */
export const COMPARED_VISITS: readonly Visit[] = [
  { id: 'cold', title: 'cold', before: 0 },
  { id: 'next', title: 'next page', before: 1 },
  { id: 'back', title: 'Back', before: 1, back: true },
];

/** Round trips are the slope between this line and one without a round trip: neither the processor nor the service's time is in it. */
export const FAR: Line = { id: 'far', title: '200 ms round trip', cpu: 1, roundTripMs: 200 };
const NEAR: Line = { id: 'near', title: 'no round trip', cpu: 1 };
/** After the content: until nothing is loaded any more, with what is loaded when the page is idle. */
const IDLE_MS = 2_500;
const PRESS_LIMIT_MS = 20_000;

export interface ComparedVisit {
  readonly round: number;
  readonly pair: string;
  readonly side: Side;
  readonly line: string;
  readonly visit: string;
  readonly measured: Measured;
}

/** A press: from the event to the frame that shows its effect, and to the frame that shows what it opens. */
export interface ComparedPress {
  readonly round: number;
  readonly pair: string;
  readonly side: Side;
  readonly line: string;
  /** As soon as the content shows, or when the page is idle. */
  readonly when: 'at once' | 'idle';
  readonly effectMs: number;
  readonly contentMs?: number | undefined;
}

export interface Comparison {
  readonly version: string;
  readonly visits: readonly ComparedVisit[];
  readonly presses: readonly ComparedPress[];
}

export interface CompareOptions {
  readonly browser: Browser;
  readonly server: BenchServer;
  readonly secure: SecureLine;
  readonly pairs: readonly Pair[];
  readonly lines: readonly Line[];
  readonly round: number;
}

/** Measures one round of all pages. */
export async function compareRound(options: CompareOptions): Promise<Omit<Comparison, 'version'>> {
  const { browser, server, secure, pairs, lines, round } = options;
  const visits: ComparedVisit[] = [];
  const presses: ComparedPress[] = [];
  server.setRecords(100);
  for (const pair of pairs) {
    for (const side of round % 2 ? [...SIDES].reverse() : SIDES) {
      const page = pair[side];
      const visitOn = async (line: Line, visit: Visit, settleMs?: number) => {
        secure.setLine({ roundTripMs: line.roundTripMs ?? 0, bitsPerSecond: line.bitsPerSecond });
        const measured = await measureVisit({ browser, server, page, line, visit, settleMs });
        visits.push({ round, pair: pair.id, side, line: line.id, visit: visit.id, measured });
      };
      await visitOn(NEAR, COMPARED_VISITS[0]!, IDLE_MS);
      await visitOn(FAR, COMPARED_VISITS[0]!);
      for (const line of lines) {
        for (const visit of COMPARED_VISITS) await visitOn(line, visit);
        if (!pair.press) continue;
        for (const when of ['at once', 'idle'] as const) {
          let times: PressTimes | undefined;
          const press = pair.press;
          const afterContent = async (shown: Page, session: CDPSession) => {
            if (when === 'idle') await shown.waitForTimeout(IDLE_MS);
            times = await measurePress(shown, session, press, side);
          };
          await measureVisit({ browser, server, page, line, visit: COMPARED_VISITS[0]!, afterContent });
          if (times) presses.push({ round, pair: pair.id, side, line: line.id, when, ...times });
        }
      }
    }
  }
  return { visits, presses };
}

interface PressTimes {
  readonly effectMs: number;
  readonly contentMs?: number;
}

/** Presses with the mouse, as a shopper does. */
async function measurePress(page: Page, session: CDPSession, press: Press, side: Side): Promise<PressTimes> {
  const tag = tagOf(press.host, side);
  const { expression, point } = pressScript(tag, press);
  const place = (await page.evaluate(point)) as { x: number; y: number };
  await page.evaluate(expression);
  const mouse = { ...place, button: 'left', clickCount: 1 } as const;
  await session.send('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' });
  await session.send('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' });
  return page.evaluate('window.pressed') as Promise<PressTimes>;
}

/** As text: a compiler would add names of its own to functions that are sent to a page. */
function pressScript(tag: string, { button, effect, content }: Press): { expression: string; point: string } {
  const host = `document.querySelector(${JSON.stringify(tag)})`;
  return {
    point: `(() => {
      const target = ${host}.shadowRoot.querySelector(${JSON.stringify(button)});
      target.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = target.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })()`,
    // Resolved before the press, with the promise left in the page.
    expression: `void (window.pressed = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The press of ${tag} has no effect.')), ${PRESS_LIMIT_MS});
      addEventListener('click', ({ timeStamp }) => {
        const textOf = (node) => [node.nodeValue ?? '', ...[node.shadowRoot, ...node.childNodes].map((child) => (child ? textOf(child) : ''))].join('');
        const times = {};
        const painted = (name, done) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => { times[name] = performance.now() - timeStamp; done(); };
          port2.postMessage(undefined);
        };
        const until = (test, name, done) => test() ? painted(name, done) : requestAnimationFrame(() => until(test, name, done));
        const finish = () => resolve(times);
        const hasEffect = () => ${host}.shadowRoot.querySelector(${JSON.stringify(effect)});
        const hasContent = () => textOf(${host}).includes(${JSON.stringify(content ?? '')});
        requestAnimationFrame(() => until(hasEffect, 'effectMs', ${content === undefined ? 'finish' : `() => until(hasContent, 'contentMs', finish)`}));
      }, { once: true, capture: true });
    }))`,
  };
}
