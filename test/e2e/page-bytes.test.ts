import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '../../bench/paired.ts';
import { LINES, OWN_PAGE, PAGES, type ComparedPage, type Visit } from '../../bench/page/scenarios.ts';
import { startServer, type BenchServer } from '../../bench/page/server.ts';
import { measureVisit, type Measured } from '../../bench/page/visit.ts';
import { chromium as launchOptions } from '../../scripts/browser.mjs';

// What a shopper's browser loads until the content of an element shows, counted by a server in front of a real browser. The budgets of
// single files are in test/build/budgets.test.ts.

interface Budget {
  readonly html: string;
  readonly shown: ComparedPage['shown'];
  /** Bytes after Brotli of all scripts until the content shows, on a first visit and with a live token. */
  readonly bytes: number;
  /** Requests for data on a first visit, the token's included, and with a live token. */
  readonly calls: readonly [cold: number, warm: number];
}

/** The guide has them, too: a test compares. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'loyalty-balance': {
    html: '<loyalty-balance></loyalty-balance>',
    shown: { selector: 'loyalty-balance', text: '4,217' },
    bytes: 18_000,
    calls: [2, 1],
  },
  'loyalty-tier': {
    html: '<loyalty-tier></loyalty-tier>',
    shown: { selector: 'loyalty-tier', text: 'Gold' },
    bytes: 23_100,
    calls: [2, 1],
  },
  'loyalty-status': {
    html: '<loyalty-status></loyalty-status>',
    shown: { selector: 'loyalty-status', text: 'Gold' },
    bytes: 27_600,
    calls: [4, 3],
  },
  'loyalty-rewards': {
    html: '<loyalty-rewards></loyalty-rewards>',
    shown: { selector: 'loyalty-rewards', text: 'Reward 1' },
    bytes: 30_500,
    calls: [4, 3],
  },
  'loyalty-wishlist': {
    html: '<loyalty-wishlist></loyalty-wishlist>',
    shown: { selector: 'loyalty-wishlist', text: 'Product 1' },
    bytes: 28_700,
    calls: [2, 1],
  },
  'loyalty-wishlist-button': {
    html: '<loyalty-wishlist-button product-id="p1" product-name="Lamp"></loyalty-wishlist-button>',
    shown: { selector: 'loyalty-wishlist-button', text: '[pressed]' },
    bytes: 25_500,
    calls: [2, 1],
  },
  'account page': {
    html: '<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier><loyalty-rewards></loyalty-rewards>',
    shown: { selector: 'loyalty-rewards', text: 'Reward 1' },
    bytes: 32_400,
    calls: [5, 4],
  },
};

const README = readFileSync('README.md', 'utf8');
const GUIDE = readFileSync('docs/guides/install.md', 'utf8');

const COLD: Visit = { id: 'cold', title: 'first visit', before: 0 };
const WARM: Visit = { id: 'warm', title: 'live token', before: 1 };

let server: BenchServer;
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
  const readFile = (path: string) => {
    const file = `dist${path}`;
    return path.startsWith('/cdn/') && existsSync(file) ? readFileSync(file) : undefined;
  };
  server = await startServer(readFile, 0);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const own = PAGES.find(({ id }) => id === OWN_PAGE)!;
function measure({ html, shown }: Pick<Budget, 'html' | 'shown'>, visit: Visit): Promise<Measured> {
  const page: ComparedPage = {
    id: 'bytes',
    title: 'bytes',
    html: (addresses) => own.html(addresses, 0) + html,
    shown,
  };
  return measureVisit({ browser, server, page, line: LINES[0]!, visit });
}

describe('scripts until the content shows', () => {
  const rows: string[][] = [];
  afterAll(() => {
    const head = ['page', 'limit', 'bytes cold', 'files', 'calls', 'bytes warm', 'files', 'calls'];
    console.log(table(head, rows));
  });

  test.each(Object.entries(BUDGETS))('%s › is within its budget, and nothing moves', async (name, budget) => {
    const cold = await measure(budget, COLD);
    const warm = await measure(budget, WARM);
    const columns = ({ scriptBytes, scripts, calls }: Measured) =>
      [scriptBytes, scripts, calls].map((value) => value.toLocaleString('en'));
    rows.push([name, budget.bytes.toLocaleString('en'), ...columns(cold), ...columns(warm)]);
    expect(cold.scriptBytes).toBeGreaterThan(0);
    expect(cold.scriptBytes).toBeLessThanOrEqual(budget.bytes);
    expect(warm.scriptBytes).toBeLessThanOrEqual(budget.bytes);
    expect([cold.calls, warm.calls]).toEqual(budget.calls);
    expect([cold.layoutShift, warm.layoutShift]).toEqual([0, 0]);
    expect(cold.sentBytes).toBe(cold.scriptBytes);
    expect(warm.sentBytes, 'the next page loads no script again').toBe(0);
  });

  test('the guide names the limits', () => {
    const rows = [...GUIDE.matchAll(/^\| `?([\w -]+?)`? +\| ([\d,]+) +\|$/gm)];
    const named = rows.map(([, page, limit = '']) => [page, Number(limit.replaceAll(',', ''))]);
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries(Object.entries(BUDGETS).map(([page, { bytes }]) => [page, bytes])),
    );
  });

  test('the README names the size of the page with a balance, within 100 bytes', async () => {
    const { scriptBytes } = await measure(BUDGETS['loyalty-balance']!, COLD);
    const [, named] =
      /balance loads ([\d.]+) kB/.exec(README.replace(/<!--.*?-->/g, '').replace(/\s+/g, ' ')) ?? [];
    expect(Math.abs(Number(named) * 1_000 - scriptBytes)).toBeLessThan(100);
  });

  test('red twin: a page that loads a file more has more bytes', async () => {
    const budget = BUDGETS['loyalty-balance']!;
    const cold = await measure(budget, COLD);
    const html = `<script type="module" src="/cdn/${fileNamed('loyalty-rewards')}"></script>${budget.html}`;
    const more = await measure({ html, shown: budget.shown }, COLD);
    expect(more.scriptBytes).toBeGreaterThan(cold.scriptBytes + 1_000);
  });
});

/** The name of a built file with the hash of its content. */
function fileNamed(start: string): string {
  const integrity = readFileSync('dist/cdn/integrity.json', 'utf8');
  return new RegExp(`${start}-[\\w-]+\\.js`).exec(integrity)![0];
}
