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
  /** Compressed bytes of style sheets before the content was shown. */
  readonly styleBytes: number;
  /** Compressed bytes of scripts, their number, that were loaded after it. */
  readonly laterBytes: number;
  readonly laterScripts: number;
  /** Requests for data, without preflights, and those. */
  readonly calls: number;
  readonly preflights: number;
  readonly layoutShift: number;
  /** The longest task of the main thread above 50 ms; 0 where there is none. */
  readonly longestTaskMs: number;
  /** Milliseconds in scripts, from the debugger. */
  readonly scriptMs: number;
  /** Nodes of the page, and bytes of its heap after a collection. */
  readonly nodes: number;
  readonly heapBytes: number;
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
): Promise<(settleMs?: number) => Promise<Probe>> {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const nextContent = () =>
    new Promise<true>((resolve) => session.once('Runtime.bindingCalled', () => resolve(true)));
  let isShown = nextContent();
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'reportContent' });
  await page.addInitScript({ content: `${PROBE}\nstartProbe(${JSON.stringify(shown)});` });
  return async (settleMs = SETTLE_MS) => {
    const limit = new AbortController();
    const late = sleep(CONTENT_LIMIT_MS, false, { signal: limit.signal }).catch(() => false);
    if (!(await Promise.race([isShown, late])))
      throw new Error(`The content did not show. ${problems.join(' ')}`);
    limit.abort();
    isShown = nextContent();
    await page.waitForTimeout(settleMs);
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
  /** How long the page is watched after its content. */
  readonly settleMs?: number | undefined;
  /** Runs in the measured visit when its content shows. */
  readonly afterContent?: AfterContent | undefined;
}

type AfterContent = (page: Page, session: CDPSession) => Promise<void>;

/** Visits a page in a new profile of the browser, and measures the last visit. */
export async function measureVisit({
  browser,
  server,
  page: compared,
  line,
  visit,
  count = 1,
  settleMs,
  afterContent,
}: VisitOptions): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    server.setPage(`/${compared.id}`, wholePage(compared.html(server, count), server.service));
    if (compared.signsIn) await signIn(context, server, compared);
    const before = { ...visit, back: false };
    for (let at = 0; at < visit.before; at++) await openVisit(context, server, compared, line, before);
    return await openVisit(context, server, compared, line, visit, settleMs, afterContent);
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
  { without, back }: Visit,
  settleMs?: number,
  afterContent?: AfterContent,
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
  if (back) {
    await content();
    server.setPage('/elsewhere', wholePage('', server.service));
    await page.goto(`${server.shop}/elsewhere`);
    server.clear();
    await page.evaluate('void setTimeout(() => history.back())');
  }
  const found = await content(afterContent ? 0 : settleMs);
  await afterContent?.(page, debuggerOf);
  const { metrics } = await debuggerOf.send('Performance.getMetrics');
  const scriptSeconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  await debuggerOf.send('HeapProfiler.collectGarbage');
  const { metrics: kept } = await debuggerOf.send('Performance.getMetrics');
  const keptOf = (wanted: string) => kept.find(({ name }) => name === wanted)?.value ?? 0;
  const { sent } = server;
  const isUsed = ({ target }: Sent) => found.scripts.includes(target.split('?')[0] ?? '');
  const all = sent.filter(({ type }) => type === 'script');
  const scripts = all.filter(isUsed);
  const later = all.filter((script) => !isUsed(script));
  const bytesOf = (files: readonly Sent[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
  const measured = {
    contentMs: found.content,
    scriptBytes: found.scripts.reduce((sum, path) => sum + server.sizeOf(path), 0),
    scripts: found.scripts.length,
    sentBytes: bytesOf(scripts),
    styleBytes: bytesOf(sent.filter(({ type }) => type === 'style')),
    laterBytes: bytesOf(later),
    laterScripts: later.length,
    calls: sent.filter(({ type }) => type === 'data').length,
    preflights: sent.filter(({ type }) => type === 'preflight').length,
    layoutShift: found.shift,
    longestTaskMs: found.longest,
    scriptMs: scriptSeconds * 1_000,
    nodes: keptOf('Nodes'),
    heapBytes: keptOf('JSHeapUsedSize'),
  };
  await page.close();
  return measured;
}

/** The processor of a line; its network is the relay in front of the server. */
export async function emulate(session: CDPSession, { cpu }: Line): Promise<void> {
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
