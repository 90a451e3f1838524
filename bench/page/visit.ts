import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { ComparedPage, Line, Visit } from './scenarios.ts';
import type { BenchServer, Sent } from './server.ts';

/** What one visit of a page cost. */
export interface Measured {
  /** Milliseconds from the start of the navigation to the frame that shows the content. */
  readonly contentMs: number;
  /** Scripts that the page used before the content was shown, from the server or the HTTP cache: their compressed bytes, their number. */
  readonly scriptBytes: number;
  readonly scripts: number;
  /** Of these, the bytes that the server sent. */
  readonly sentBytes: number;
  /** Requests for data, without preflights. */
  readonly calls: number;
  readonly layoutShift: number;
  /** The longest task of the main thread above 50 ms; 0 where there is none. */
  readonly longestTaskMs: number;
  /** Milliseconds in scripts, from the debugger. */
  readonly scriptMs: number;
}

const CONTENT_LIMIT_MS = 90_000;
/** After the content: later shifts count too. */
const SETTLE_MS = 300;

/** The HTML of a page: the elements between a heading and content below, whose place a late element would move. */
export const wholePage = (html: string, service: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="service" content="${service}"><link rel="icon" href="data:,"><title>Page</title>` +
  `<style>body{font:16px/1.5 sans-serif;margin:16px}.below{block-size:600px;background:#eee}</style>` +
  `<h1>Shop</h1>${html}<div class="below">Content below</div></html>`;

interface Probe {
  content: number;
  shift: number;
  longest: number;
  /** Addresses of the scripts that were requested before the content was shown. */
  scripts: string[];
}

const PROBE = readFileSync(new URL('pages/probe.js', import.meta.url), 'utf8');

/**
 * Measures when a page shows its content; called before the navigation. The page itself says so: polling from here would first send the
 * 330 kB of Playwright's own script into the page, a task of 10 ms between our script and its first request.
 */
export async function watchContent(
  page: Page,
  session: CDPSession,
  shown: ComparedPage['shown'],
): Promise<() => Promise<Probe>> {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const isShown = new Promise<true>((resolve) => session.on('Runtime.bindingCalled', () => resolve(true)));
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'reportContent' });
  await page.addInitScript({ content: `${PROBE}\nstartProbe(${JSON.stringify(shown)});` });
  return async () => {
    const limit = new AbortController();
    const late = sleep(CONTENT_LIMIT_MS, false, { signal: limit.signal }).catch(() => false);
    if (!(await Promise.race([isShown, late])))
      throw new Error(`The content did not show. ${problems.join(' ')}`);
    limit.abort();
    await page.waitForTimeout(SETTLE_MS);
    return page.evaluate(() => (window as unknown as { probe: Probe }).probe);
  };
}

export interface VisitOptions {
  readonly browser: Browser;
  readonly server: BenchServer;
  readonly page: ComparedPage;
  readonly line: Line;
  readonly visit: Visit;
  /** How many elements the page has. */
  readonly count?: number;
}

/** Visits a page in a new profile of the browser, and measures the last visit. */
export async function measureVisit({
  browser,
  server,
  page: compared,
  line,
  visit,
  count = 1,
}: VisitOptions): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    server.setPage(`/${compared.id}`, wholePage(compared.html(server, count), server.service));
    if (compared.signsIn) await signIn(context, server, compared);
    for (let at = 0; at < visit.before; at++) await openVisit(context, server, compared, line, visit);
    return await openVisit(context, server, compared, line, visit);
  } finally {
    await context.close();
  }
}

/** Visits a page in this profile of the browser, and measures it. */
export async function openVisit(
  context: BrowserContext,
  server: BenchServer,
  compared: ComparedPage,
  line: Line,
  { without }: Visit,
): Promise<Measured> {
  const page = await context.newPage();
  const debuggerOf = await context.newCDPSession(page);
  await emulate(debuggerOf, line);
  await debuggerOf.send('Performance.enable');
  const content = await watchContent(page, debuggerOf, compared.shown);
  if (without !== undefined) {
    await page.addInitScript((start) => {
      for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
    }, without);
  }
  server.clear();
  await page.goto(`${server.shop}/${compared.id}`, { waitUntil: 'commit' });
  const found = await content();
  const { metrics } = await debuggerOf.send('Performance.getMetrics');
  const scriptSeconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  const { sent } = server;
  const scripts = sent.filter(
    ({ type, target }) => type === 'script' && found.scripts.includes(target.split('?')[0] ?? ''),
  );
  const measured = {
    contentMs: found.content,
    scriptBytes: found.scripts.reduce((sum, path) => sum + server.sizeOf(path), 0),
    scripts: found.scripts.length,
    sentBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    calls: sent.filter(({ type }: Sent) => type === 'data').length,
    layoutShift: found.shift,
    longestTaskMs: found.longest,
    scriptMs: scriptSeconds * 1_000,
  };
  await page.close();
  return measured;
}

export async function emulate(session: CDPSession, { cpu, bitsPerSecond, roundTripMs }: Line): Promise<void> {
  await session.send('Network.enable');
  if (bitsPerSecond !== undefined) {
    const throughput = bitsPerSecond / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: roundTripMs ?? 0,
      downloadThroughput: throughput,
      uploadThroughput: throughput / 2,
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** Signs in through the proxy on a page of its own, as a customer would have done before. */
async function signIn(context: BrowserContext, server: BenchServer, compared: ComparedPage): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${server.shop}/${compared.id}`);
  await page.evaluate(async () => {
    await customElements.whenDefined('loyalty-provider');
    const provider = document.querySelector('loyalty-provider') as HTMLElement & {
      signIn(username: string, password: string): Promise<void>;
    };
    await provider.signIn('ann@example.com', 'bench password');
  });
  await page.close();
}
