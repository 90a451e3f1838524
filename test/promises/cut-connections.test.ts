import type { ServerResponse } from 'node:http';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { FIRST_ELEMENTS, mountAll, usualAnswers } from '../support/cdn-mount.ts';
import { openCdnPage } from '../support/cdn-page.ts';
import { countOf, measured } from '../support/counts.ts';

const CUTS = countOf('CUTS', { share: 35, full: 1_000 });
/** Customers on the page at the same time, each with its own address and cut. */
const AT_ONCE = 10;

/** The element that has to show an error when an answer is incomplete, by the index of the answer in `usualAnswers`. */
const AFFECTED = ['balance', 'balance', 'balance', 'tier', 'rewards', 'rewards', 'wishlist'];

interface Cut {
  readonly answer: number;
  readonly bytes: number;
  readonly total: number;
}

const responseOf = (body: string): Buffer =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

/** Cuts that are spread evenly over the bytes of each answer, head included, from no byte to all but the last. */
const cuts: readonly Cut[] = Array.from({ length: CUTS }, (_, at) => {
  const answer = at % AFFECTED.length;
  const total = responseOf(JSON.stringify(usualAnswers(String(at))[answer]![1])).length;
  const perAnswer = Math.ceil(CUTS / AFFECTED.length);
  return { answer, bytes: Math.floor((Math.floor(at / AFFECTED.length) * total) / perAnswer), total };
});

describe('cut connections', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
  });
  afterAll(() => browser?.close());

  it(`every element shows an error, after ${CUTS} cuts at all bytes of all answers`, async ({ task }) => {
    let done = 0;
    /** The base URL of a customer ends with the number of the cut. */
    const intercept = (path: string, response: ServerResponse): boolean => {
      const at = Number(/^\/api\/cut-(\d+)\//.exec(path)?.[1]);
      const answers = usualAnswers(String(at));
      const found = answers.findIndex(([pattern]) => pattern.test(path));
      if (found < 0) return false;
      const whole = responseOf(JSON.stringify(answers[found]![1]));
      const cut = cuts[at]!;
      const socket = response.socket!;
      if (found !== cut.answer) {
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(answers[found]![1]));
        return true;
      }
      done++;
      // Connections are closed and reset alternately.
      const part = whole.subarray(0, cut.bytes);
      if (at % 2) socket.end(part);
      else if (part.length) socket.write(part, () => socket.resetAndDestroy());
      else socket.resetAndDestroy();
      return true;
    };
    const { page, origin, errors, close } = await openCdnPage(browser, { body: '', intercept });
    const stuck: string[] = [];
    const withoutError: string[] = [];
    for (let first = 0; first < CUTS; first += AT_ONCE) {
      const batch = cuts.map((_, at) => at).slice(first, first + AT_ONCE);
      const mounts = batch.map((at) => ({ baseUrl: `${origin}/api/cut-${at}`, customer: String(at) }));
      const { loading, withRetry } = await page.evaluate(mountAll, { mounts, elements: FIRST_ELEMENTS });
      stuck.push(...loading);
      for (const at of batch) {
        const { answer, bytes, total } = cuts[at]!;
        if (!withRetry.includes(`${at} loyalty-${AFFECTED[answer]!}`))
          withoutError.push(`answer ${answer}, ${bytes} of ${total} bytes`);
      }
    }
    await close();
    measured(task, {
      tried: `${CUTS} cuts in ${AFFECTED.length} answers, ${done} answers cut`,
      result: `${stuck.length} elements that stay loading, ${withoutError.length} that do not say so, ${errors.length} uncaught errors`,
    });
    expect(stuck).toEqual([]);
    expect(withoutError).toEqual([]);
    expect(errors).toEqual([]);
    expect(done).toBeGreaterThanOrEqual(CUTS);
  });

  it('leave elements loading when a failed request is never reported: the twin', async () => {
    const intercept = (path: string, response: ServerResponse): boolean => {
      const isApi = path.startsWith('/api/');
      if (isApi) response.socket!.destroy();
      return isApi;
    };
    const { page, origin, close } = await openCdnPage(browser, { body: '', intercept });
    await page.addScriptTag({ content: `window.mountAll = ${String(mountAll)}` });
    const run = (hidesFailures: boolean) =>
      page.evaluate(
        async ({ baseUrl, hides, elements }) => {
          const { fetch: send } = window;
          const mount = Reflect.get(window, 'mountAll') as typeof mountAll;
          if (hides) window.fetch = (...request) => send(...request).catch(() => new Promise(() => {}));
          const start = performance.now();
          const { loading } = await mount({
            mounts: [{ baseUrl, customer: hides ? '2' : '1' }],
            elements,
            onlyForMs: hides ? 3_000 : undefined,
          });
          return { loading: loading.length, ms: performance.now() - start };
        },
        {
          baseUrl: `${origin}/api/${hidesFailures ? 'hidden' : 'cut'}`,
          hides: hidesFailures,
          elements: FIRST_ELEMENTS,
        },
      );
    expect((await run(false)).loading).toBe(0);
    expect((await run(true)).loading).toBeGreaterThan(0);
    await close();
  });
});
