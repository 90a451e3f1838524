import type { Browser } from 'playwright-core';
import {
  ELEMENT_COUNTS,
  EMPTY_ELEMENT,
  GROWTH_PAGES,
  HEAP_READ_EVERY,
  LINES,
  MOUNTED_ELEMENTS,
  MOUNTS,
  OWN_PAGE,
  PAGES,
  RECORD_COUNTS,
  RECORD_ELEMENTS,
  VISITS,
} from './scenarios.ts';
import type { BenchServer } from './server.ts';
import { measureVisit, wholePage, type Measured } from './visit.ts';

const [FAST] = LINES;
const [COLD] = VISITS;
const VISITS_EACH = 3;

export interface Growth {
  readonly series: string;
  readonly count: number;
  /** The visit with the median time in scripts. */
  readonly measured: Measured;
}

/** The same page with 1 to 1,000 elements. */
export async function growthOfElements(browser: Browser, server: BenchServer): Promise<Growth[]> {
  const found: Growth[] = [];
  for (const count of ELEMENT_COUNTS) {
    for (const id of GROWTH_PAGES) {
      const page = PAGES.find((one) => one.id === id)!;
      const visit = () => measureVisit({ browser, server, page, line: FAST!, visit: COLD!, count });
      found.push(...(await growthPoint(id, count, visit)));
    }
  }
  return found;
}

/** A page with one element that shows 10 to 10,000 records. */
export async function growthOfRecords(browser: Browser, server: BenchServer): Promise<Growth[]> {
  const found: Growth[] = [];
  const own = PAGES.find(({ id }) => id === OWN_PAGE)!;
  for (const { tag, attributes, title, first } of RECORD_ELEMENTS) {
    for (const count of RECORD_COUNTS) {
      server.setRecords(count);
      const page = {
        id: `records-${tag}`,
        title,
        html: (addresses: Parameters<typeof own.html>[0]) =>
          `${own.html(addresses, 0)}<${tag} ${attributes}></${tag}>`,
        shown: { selector: tag, text: first },
      };
      const visit = () => measureVisit({ browser, server, page, line: FAST!, visit: COLD! });
      found.push(...(await growthPoint(title, count, visit)));
    }
  }
  server.setRecords(RECORD_COUNTS[0]);
  return found;
}

/** One point of a curve; none where the page takes too long, so that the others are still drawn. */
async function growthPoint(series: string, count: number, visit: () => Promise<Measured>): Promise<Growth[]> {
  const measured: Measured[] = [];
  try {
    for (let at = 0; at < VISITS_EACH; at++) measured.push(await visit());
  } catch (error) {
    process.stderr.write(`${series}, ${count}: ${(error as Error).message}\n`);
    return [];
  }
  measured.sort((a, b) => a.scriptMs - b.scriptMs);
  return [{ series, count, measured: measured[Math.floor(VISITS_EACH / 2)]! }];
}

export interface Heaps {
  readonly tag: string;
  /** Bytes of the heap after each 100 mounts and unmounts. */
  readonly bytes: readonly number[];
  /** DOM nodes that remain at the end, beyond those after the first 100. */
  readonly nodes: number;
}

/** The heap after garbage collection while each element is mounted and unmounted again and again. */
export async function heapOfMounts(browser: Browser, server: BenchServer): Promise<Heaps[]> {
  const found: Heaps[] = [];
  const own = PAGES.find(({ id }) => id === OWN_PAGE)!;
  for (const tag of MOUNTED_ELEMENTS) {
    const page = await browser.newPage();
    server.setPage(
      '/mounts',
      wholePage(
        own.html(server, 1) +
          MOUNTED_ELEMENTS.filter((name) => name !== 'loyalty-provider')
            .map((name) => `<${name} product-id="1"></${name}>`)
            .join(''),
        server.service,
      ),
    );
    await page.goto(`${server.shop}/mounts`);
    await page.evaluate((name) => customElements.define(name, class extends HTMLElement {}), EMPTY_ELEMENT);
    await page.evaluate((name) => customElements.whenDefined(name).then(() => undefined), tag);
    await page.waitForTimeout(500);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const read = async () => {
      // Twice: finalisers of the first collection release what the second frees.
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
      return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes') };
    };
    const reads = [await read()];
    for (let mounts = 0; mounts < MOUNTS; mounts += HEAP_READ_EVERY) {
      await page.evaluate(mountAndUnmount, { tag, times: HEAP_READ_EVERY });
      reads.push(await read());
    }
    const [, afterFirst] = reads;
    found.push({
      tag,
      bytes: reads.map(({ bytes }) => bytes),
      nodes: (reads.at(-1)?.nodes ?? NaN) - (afterFirst?.nodes ?? NaN),
    });
    await page.close();
  }
  return found;
}

/** Runs in the page. Each element renders, and gets its records where they are loaded, before it is removed. */
async function mountAndUnmount({ tag, times }: { tag: string; times: number }): Promise<void> {
  for (let at = 0; at < times; at++) {
    const element = document.createElement(tag);
    element.setAttribute('product-id', '1');
    document.body.append(element);
    await new Promise((resolve) => setTimeout(resolve, 5));
    element.remove();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
