import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { build } from 'esbuild';
import { chromium as launchOptions } from '../scripts/browser.mjs';
import { median, ratioOf, rotated, shown, table } from './paired.ts';
import { buildPages } from './page/build.ts';
import { OWN_PAGE, PAGES } from './page/scenarios.ts';
import { startServer, type BenchServer } from './page/server.ts';

// What the elements cost the page around them: the processor time of the page's own work, on a large page with nothing of ours and on the
// same page with our style sheet, a provider, a balance and three hearts, or four elements of an account page. The pages alternate, so that
// other work of the machine affects all; a second page with nothing shows how exact the measurement is.

const USAGE = `npm run bench:guest -- [options]
  --pairs=30      how often each page does each work
`;

const PAIRS = Number(/--pairs=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 30);
if (process.argv.slice(2).some((word) => !/^--pairs=\d+$/.test(word))) {
  process.stderr.write(USAGE);
  process.exit(2);
}

/** Siblings of the node that is inserted. Beside them the page has nodes until it has `NODES`. */
const SIBLINGS = [300, 3_000];
const NODES = 20_000;
/** After this time the elements have loaded what they load when the page is idle. */
const IDLE_MS = 5_000;
/** One measurement repeats its work, because the browser measures in steps of 0.1 ms. */
const REPEATS = 20;
const PRESSES = 100;

const own = PAGES.find(({ id }) => id === OWN_PAGE)!;
const HEART = (id: number) => `<loyalty-wishlist-button product-id="${id}"></loyalty-wishlist-button>`;
const OURS = `<loyalty-balance></loyalty-balance>${[1, 2, 3].map(HEART).join('')}`;
const files = (html: string) => html.replace(/<loyalty-provider[^]*/, '');

const ACCOUNT = ['tier', 'rewards', 'wishlist', 'history']
  .map((name) => `<loyalty-${name}></loyalty-${name}>`)
  .join('');
const guest = ({ service }: BenchServer) =>
  `<loyalty-provider base-url="${service}/api" platform="harbour" customer-id=""></loyalty-provider>`;

/** What a page has of ours. */
const VARIANTS: Readonly<Record<string, (server: BenchServer) => string>> = {
  nothing: () => '',
  member: (server) => `${own.html(server, 0)}${OURS}`,
  guest: (server) => `${files(own.html(server, 0))}${guest(server)}${OURS}`,
  account: (server) => `${own.html(server, 0)}${ACCOUNT}`,
  again: () => '',
};

/** A page with these siblings in a list, and other nodes in nested boxes until it has `NODES`. */
function pageOf(siblings: number, ours: string): string {
  const rows = Array.from({ length: siblings }, (_, at) => `<p class="row">Row ${at}</p>`).join('');
  const box = '<div class="box"><section><h3>Title</h3><a href="#x">Link <b>bold</b></a></section></div>';
  const boxes = box.repeat(Math.round((NODES - siblings * 2) / 9));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
<style>body:has(.dialog-open) .box { color: #321 } .row { margin: 0; block-size: 20px } .wide { color: #123 } #rows { block-size: 400px; overflow: auto; contain: strict }</style>
<body>${ours}<input id="field"><button id="press" type="button">Press</button><div id="target"></div><div id="rows">${rows}</div><main>${boxes}</main>
<script src="/framework.js"></script></body></html>`;
}

/** The page's own work. Each is a function of the page, or of the browser's input. */
const WORK: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'insert before the siblings, 20 ×': (page) =>
    page.evaluate((repeats) => {
      const list = document.querySelector('#rows')!;
      for (let at = 0; at < repeats; at++) {
        const node = document.createElement('p');
        node.className = 'row';
        node.textContent = 'new';
        list.prepend(node);
        void document.body.offsetHeight;
      }
    }, REPEATS),
  'remove before the siblings, 20 ×': (page) =>
    page.evaluate((repeats) => {
      const list = document.querySelector('#rows')!;
      for (let at = 0; at < repeats; at++) {
        list.firstElementChild!.remove();
        void document.body.offsetHeight;
      }
    }, REPEATS),
  'toggle a class, 20 ×': (page) =>
    page.evaluate((repeats) => {
      const row = document.querySelector('#rows')!.firstElementChild!;
      for (let at = 0; at < repeats; at++) {
        row.classList.toggle('wide');
        void document.body.offsetHeight;
      }
    }, REPEATS),
  '100 keys in a field': async (page) => {
    await page.focus('#field');
    await page.keyboard.type('k'.repeat(PRESSES));
  },
  '100 presses of a button': async (page) => {
    const { x, y, height } = (await page.locator('#press').boundingBox())!;
    for (let at = 0; at < PRESSES; at++) await page.mouse.click(x + 5, y + height / 2);
  },
  '1,000 nodes by a framework': (page) =>
    page.evaluate(() => {
      const { renderRows } = window as unknown as { renderRows: (count: number) => void };
      renderRows(250); // each row has four nodes
      void document.body.offsetHeight;
    }),
};

/** Preact renders rows into the page, and removes those of before. */
async function framework(): Promise<Buffer> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { h, render } from 'preact';
        window.renderRows = (count) => render(
          Array.from({ length: count }, (_, at) => h('div', { class: 'item' }, h('h4', null, 'Row ' + at), h('p', null, h('b', null, at)))),
          document.querySelector('#target'));
        window.clearRows = () => render(null, document.querySelector('#target'));`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
  });
  return Buffer.from(outputFiles[0]!.contents);
}

interface Opened {
  readonly page: Page;
  readonly session: CDPSession;
}

async function open(browser: Browser, address: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(address);
  await page.waitForFunction(() => !document.querySelector(':not(:defined)'));
  await page.waitForTimeout(IDLE_MS);
  return { page, session };
}

async function metric({ session }: Opened, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? NaN;
}

/** Milliseconds of the page's main thread for the work and the two frames after it. */
async function timeOf(opened: Opened, work: (page: Page) => Promise<unknown>): Promise<number> {
  await opened.page.bringToFront();
  await frames(opened.page);
  const before = await metric(opened, 'TaskDuration');
  await work(opened.page);
  await frames(opened.page);
  const time = 1_000 * ((await metric(opened, 'TaskDuration')) - before);
  await opened.page.evaluate(() => {
    (window as unknown as { clearRows: () => void }).clearRows();
    document.querySelector<HTMLInputElement>('#field')!.value = '';
  });
  return time;
}

const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function megabytes(opened: Opened): Promise<number> {
  await opened.session.send('HeapProfiler.collectGarbage');
  return (await metric(opened, 'JSHeapUsedSize')) / 1_000_000;
}

const readFile = await buildPages([]);
const script = await framework();
const server = await startServer((path) => (path === '/framework.js' ? script : readFile(path)), 0);
const browser = await chromium.launch(await launchOptions());
const names = Object.keys(VARIANTS);
const ms = (times: readonly number[]) => median(times).toFixed(2);
/** Times of insertions by the page and the number of siblings. */
const insertions = new Map<string, readonly number[]>();
try {
  for (const siblings of SIBLINGS) {
    const pages = new Map<string, Opened>();
    for (const name of names) {
      const path = `/${name}-${siblings}`;
      server.setPage(path, pageOf(siblings, VARIANTS[name]!(server)));
      pages.set(name, await open(browser, `${server.shop}${path}`));
    }
    const rows: string[][] = [];
    for (const [title, work] of Object.entries(WORK)) {
      const times = new Map<string, number[]>(names.map((name) => [name, []]));
      for (let pair = -2; pair < PAIRS; pair++)
        for (const name of rotated(names, pair + 2)) {
          const time = await timeOf(pages.get(name)!, work);
          if (pair >= 0) times.get(name)!.push(time); // the first ones find cold code
        }
      const bare = times.get('nothing')!;
      if (title.startsWith('insert'))
        for (const [name, list] of times) insertions.set(`${name} ${siblings}`, list);
      rows.push([
        title,
        ...names.map((name) => ms(times.get(name)!)),
        ...names.slice(1).map((name) => shown(ratioOf(times.get(name)!, bare))),
      ]);
    }
    const heaps = await Promise.all(names.map((name) => megabytes(pages.get(name)!)));
    rows.push([
      'memory, MB',
      ...heaps.map((heap) => heap.toFixed(2)),
      ...heaps.slice(1).map((heap) => `+ ${(heap - heaps[0]!).toFixed(2)}`),
    ]);
    for (const { page } of pages.values()) await page.context().close();
    const head = [
      'work',
      ...names.map((name) => `${name}, ms`),
      ...names.slice(1).map((name) => `${name} ÷ nothing`),
    ];
    console.log(
      `\n${siblings.toLocaleString('en')} siblings, ${NODES.toLocaleString('en')} nodes\n\n${table(head, rows)}`,
    );
  }
  const [few, many] = SIBLINGS as [number, number];
  const growth = names.map((name) => {
    const times = (siblings: number) => insertions.get(`${name} ${siblings}`)!;
    return [name, ms(times(few)), ms(times(many)), (median(times(many)) / median(times(few))).toFixed(2)];
  });
  console.log(
    `\nInsert, 20 ×\n\n${table(['page', `${few} siblings, ms`, `${many} siblings, ms`, 'growth'], growth)}`,
  );
} finally {
  await browser.close();
  await server.close();
}
