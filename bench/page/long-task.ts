import type { Browser } from 'playwright-core';
import { BASE_PAGE, LINES, OWN_PAGE, PAGES, VISITS, type ComparedPage, type Visit } from './scenarios.ts';
import type { BenchServer } from './server.ts';
import { emulate, openVisit, watchContent, wholePage } from './visit.ts';

/** An event of a trace: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** Time on the processor, which other processes of the machine do not lengthen. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: {
    readonly data?: { readonly url?: string; readonly functionName?: string };
    readonly name?: string;
  };
}

export interface TaskPart {
  readonly name: string;
  readonly ms: number;
}

/** What a main thread's longest task consists of: the time of each kind of work without the work inside it. */
export interface LongestTask {
  readonly page: string;
  readonly visit: string;
  readonly ms: number;
  /** From the start of the navigation to the start of the task. */
  readonly startMs: number;
  readonly parts: readonly TaskPart[];
  /** The other tasks above 50 ms. */
  readonly others: readonly number[];
}

const CATEGORIES = [
  'devtools.timeline',
  'v8',
  'disabled-by-default-v8.compile',
  'blink',
  'toplevel',
  'blink.user_timing',
  'loading',
];
/** Kinds of work by the names of events; a name that matches none stands for itself. */
const KINDS: readonly (readonly [kind: string, event: RegExp])[] = [
  ['JavaScript: parse', /parse(Function|OnBackground|Program)|PreParse/i],
  ['JavaScript: compile', /compile|Instantiate|FlushInstructionCache|Streaming|Deserialize/i],
  [
    'JavaScript: run',
    /V8\.(Execute|RunMicrotasks|CallFunction)|FunctionCall|EvaluateScript|evaluateModule|RunMicrotasks|CustomElement|FireAnimationFrame/,
  ],
  ['JavaScript: garbage collection', /GC|Scaveng|MarkCompact/],
  ['HTML: parse', /ParseHTML|HTMLParser|HTMLDocumentParser|FinishedParsing|BackgroundHTML/],
  ['style', /Style|CSS|recalc/i],
  ['layout', /Layout|Shape|Inline|NGBlock|Font/],
  ['paint', /Paint|Layerize|Raster|Composit|Commit|Display|Frame/],
  ['requests', /Resource|URLLoader|Fetch|Loader|Preload/],
];
const TRACED_VISITS = 5;
const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/** Traces visits on the slow line: for each page and kind of visit the one whose longest task is the median. */
export async function longestTasks(browser: Browser, server: BenchServer): Promise<LongestTask[]> {
  const found: LongestTask[] = [];
  for (const visit of VISITS) {
    for (const compared of PAGES.filter(({ id }) => id === BASE_PAGE || id === OWN_PAGE)) {
      const tasks: LongestTask[] = [];
      for (let at = 0; at < TRACED_VISITS; at++) {
        const task = await traceVisit(browser, server, compared, visit);
        if (task) tasks.push(task);
      }
      tasks.sort((a, b) => a.ms - b.ms);
      const median = tasks[Math.floor(tasks.length / 2)];
      if (median) found.push(median);
    }
  }
  return found;
}

async function traceVisit(
  browser: Browser,
  server: BenchServer,
  compared: ComparedPage,
  visit: Visit,
): Promise<LongestTask | undefined> {
  const line = LINES.find(({ id }) => id === 'slow')!;
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  server.setPage(`/${compared.id}`, wholePage(compared.html(server, 1), server.service));
  try {
    for (let at = 0; at < visit.before; at++) await openVisit(context, server, compared, line, visit);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await emulate(session, line);
    const content = await watchContent(page, session, compared.shown);
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.goto(`${server.shop}/${compared.id}`, { waitUntil: 'commit' });
    await content();
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return readTask(trace.traceEvents, compared.id, visit.id);
  } finally {
    await context.close();
  }
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
const processorTime = ({ dur = 0, tdur = dur }: TraceEvent): number => tdur;

function readTask(events: readonly TraceEvent[], page: string, visit: string): LongestTask | undefined {
  // The thread that evaluates the page's scripts.
  const evaluated =
    events.find(({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.includes('/cdn/')) ??
    events.find(({ name }) => name === 'v8.evaluateModule');
  const navigation =
    events.find(({ name, pid }) => name === 'navigationStart' && pid === evaluated?.pid) ??
    events.find(({ name }) => name === 'navigationStart');
  if (!evaluated) return undefined;
  const own = events
    .filter(
      ({ ph, pid, tid, dur }) =>
        ph === 'X' && pid === evaluated.pid && tid === evaluated.tid && (dur ?? 0) > 0,
    )
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const since = navigation?.ts ?? 0;
  const tasks = own
    .filter(({ name, ts }) => TASKS.has(name) && ts >= since)
    // Chromium traces a task under two names, one inside the other.
    .filter(({ ts, dur = 0 }, at, all) => !all[at - 1] || ts + dur > endOf(all[at - 1]!))
    .sort((a, b) => processorTime(b) - processorTime(a));
  const [task, ...others] = tasks;
  if (!task) return undefined;
  const end = endOf(task);
  const inside = own.filter(({ ts, dur }) => ts >= task.ts && ts + (dur ?? 0) <= end);

  const times = new Map<string, number>();
  const add = (event: TraceEvent, microseconds: number) => {
    const name = KINDS.find(([, pattern]) => pattern.test(event.name))?.[0] ?? event.name;
    times.set(name, (times.get(name) ?? 0) + microseconds / 1_000);
  };
  const stack: TraceEvent[] = [];
  for (const event of inside) {
    while (stack.length && stack.at(-1)!.ts + (stack.at(-1)!.dur ?? 0) <= event.ts) stack.pop();
    add(event, processorTime(event));
    const parent = stack.at(-1);
    if (parent) add(parent, -processorTime(event));
    stack.push(event);
  }
  return {
    page,
    visit,
    ms: processorTime(task) / 1_000,
    startMs: (task.ts - since) / 1_000,
    parts: [...times]
      .map(([name, ms]) => ({ name, ms }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 12),
    others: others.map((other) => processorTime(other) / 1_000).filter((ms) => ms > 50),
  };
}
