import { chromium, type Browser, type CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { mountAll } from '../support/cdn-mount.ts';
import { EVERY_ELEMENT } from '../support/every-element.ts';
import { openCdnPage, type OpenedCdnPage } from '../support/cdn-page.ts';
import { countChannels, type CountedChannels } from '../support/count-channels.ts';
import { countOf, measured } from '../support/counts.ts';

const CYCLES = countOf('MOUNT_CYCLES', { share: 40, full: 3_000 });
/** Cycles that fill the caches of browser and compiler; not measured. */
const WARM_UP = countOf('WARM_UP_CYCLES', { share: 50, full: 500 });
const LIMIT_BYTES = 64 * 1024;
/** Replaces the deadline of ten seconds of a request. */
const DEADLINE_MS = 1_000;

/**
 * The compiler works for minutes: after 400 cycles, 800 more added 300 KB of machine code and no objects (heap snapshots). Without it, memory
 * that grows is memory that elements keep.
 */
const WITHOUT_MACHINE_CODE = '--js-flags=--no-opt --no-maglev --no-sparkplug';

interface TestPage extends CountedChannels {
  mountAll: typeof mountAll;
  elements: typeof EVERY_ELEMENT;
  /** The templates of the renderer. */
  templates: HTMLTemplateElement[];
}

interface Usage {
  readonly bytes: number;
  /** Without those of templates: the renderer keeps one template of each state, and a rare state may be shown first after the warm-up. */
  readonly nodes: number;
  readonly listeners: number;
}

/** Memory, nodes and listeners of a page after garbage collection and after the deadline of aborted requests. */
async function usageOf({ page }: OpenedCdnPage, session: CDPSession): Promise<Usage> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        document.body.replaceChildren();
        const { held: locks, pending } = await navigator.locks.query();
        return locks!.length + pending!.length + (window as unknown as TestPage).openChannels;
      }),
    )
    .toBe(0);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 2 * DEADLINE_MS);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)!.value;
  const inTemplates = await page.evaluate(countTemplateNodes);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { bytes: usedSize, nodes: metric('Nodes') - inTemplates, listeners: metric('JSEventListeners') };
}

/** Runs in the page. */
function countTemplateNodes(): number {
  let nodes = 0;
  for (const { content } of (window as unknown as TestPage).templates) {
    const walker = document.createTreeWalker(content);
    for (nodes += 2; walker.nextNode();) nodes++; // the template and its fragment
  }
  return nodes;
}

/** Runs in the page: adds the elements and removes them, every other time while they are loading. */
async function cycle(count: number): Promise<void> {
  const mounts = [{ baseUrl: `${location.origin}/api`, customer: '1001' }];
  const { mountAll: mount, elements } = window as unknown as TestPage;
  for (let at = 0; at < count; at++) {
    const { loading } = await mount({ mounts, elements, onlyForMs: at % 2 ? at % 8 : undefined });
    if (at % 2 === 0 && loading.length) throw new Error(`${loading.join()} stays loading.`);
    document.body.replaceChildren();
  }
}

async function openCycles(browser: Browser): Promise<{ opened: OpenedCdnPage; session: CDPSession }> {
  const opened = await openCdnPage(browser, { body: '' });
  await opened.page.evaluate(countChannels);
  await opened.page.evaluate((ms) => {
    const page = window as unknown as TestPage;
    page.templates = [];
    const { createElement } = document;
    document.createElement = (name: string, options?: ElementCreationOptions) => {
      const element = createElement.call(document, name, options);
      if (element instanceof HTMLTemplateElement) page.templates.push(element);
      return element;
    };
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => timeout.call(AbortSignal, ms);
  }, DEADLINE_MS);
  await opened.page.addScriptTag({
    content: `window.mountAll = ${String(mountAll)}; window.elements = ${JSON.stringify(EVERY_ELEMENT)};`,
  });
  const session = await opened.page.context().newCDPSession(opened.page);
  await session.send('Performance.enable');
  return { opened, session };
}

describe('elements that are added and removed', () => {
  let browser: Browser;
  beforeAll(async () => {
    const options = await launchOptions();
    browser = await chromium.launch({ ...options, args: [...options.args, WITHOUT_MACHINE_CODE] });
  });
  afterAll(() => browser?.close());

  it(`leak no memory, nodes or listeners in ${CYCLES} cycles`, async ({ task }) => {
    const { opened, session } = await openCycles(browser);
    await opened.page.evaluate(cycle, WARM_UP);
    const before = await usageOf(opened, session);
    await opened.page.evaluate(cycle, CYCLES);
    const grownSince = async () => {
      const after = await usageOf(opened, session);
      return {
        bytes: after.bytes - before.bytes,
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
      };
    };
    let grown = await grownSince();
    // On a busy machine the memory of the last requests and animations is freed later.
    for (
      let attempt = 0;
      attempt < 10 && (grown.nodes > 0 || grown.listeners > 0 || grown.bytes > LIMIT_BYTES);
      attempt++
    )
      grown = await grownSince();
    measured(task, {
      tried: `${CYCLES} cycles of ${EVERY_ELEMENT.length} elements after ${WARM_UP} that are not counted, every other one while they load`,
      result: `${(grown.bytes / 1024).toFixed(1)} KB, ${grown.nodes} nodes, ${grown.listeners} listeners, 0 channels, 0 locks`,
    });
    expect(opened.errors).toEqual([]);
    expect(grown.nodes).toBeLessThanOrEqual(0);
    expect(grown.listeners).toBeLessThanOrEqual(0);
    expect(grown.bytes).toBeLessThanOrEqual(LIMIT_BYTES);
    await opened.close();
  });

  it('are measured as a leak when a page keeps references: the twin', async () => {
    const { opened, session } = await openCycles(browser);
    await opened.page.evaluate(cycle, 4);
    const before = await usageOf(opened, session);
    await opened.page.evaluate(async () => {
      const references: Element[] = [];
      Object.assign(window, { references });
      for (let at = 0; at < 6; at++) {
        const mounts = [{ baseUrl: `${location.origin}/api`, customer: '1001' }];
        const { mountAll: mount, elements } = window as unknown as TestPage;
        await mount({ mounts, elements });
        references.push(document.querySelector('main')!);
      }
    });
    const after = await usageOf(opened, session);
    expect(after.nodes - before.nodes).toBeGreaterThan(100);
    expect(after.bytes - before.bytes).toBeGreaterThan(LIMIT_BYTES);
    await opened.close();
  });
});
