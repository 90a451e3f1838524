import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { build as vite } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../demo/free-port.ts';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { freshDatabase, SECRET, type FreshDatabase } from '../support/database-fresh.ts';
import { sign } from '../support/service-open.ts';
import { settled, shownIn, watch } from '../support/shop-open.ts';
import { folder, packageFolder, write } from './consumer.ts';

const CDN = path.join(packageFolder, 'dist/cdn');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};
const CUSTOMER = '1002';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Serves a folder, and pages by their path, until the test ends. `headers` are sent with every response. Returns its address. */
async function serve(
  root: string,
  {
    port = 0,
    pages = {},
    headers = {},
  }: { port?: number; pages?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1');
    const answer = (body: string | Buffer, name: string) =>
      response
        .writeHead(200, { 'Content-Type': `${TYPES[path.extname(name)]}; charset=utf-8`, ...headers })
        .end(body);
    if (pages[pathname]) return answer(pages[pathname], '.html');
    readFile(path.join(root, path.basename(pathname))).then(
      (file) => answer(file, pathname),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let database: FreshDatabase;
let service: RunningService;
let browser: Browser;
let shopPort: number;
beforeAll(async () => {
  database = await freshDatabase();
  shopPort = await freePort(0);
  service = await startService({
    databaseUrl: database.url,
    secret: SECRET,
    log: () => {},
    shopOrigins: [`http://127.0.0.1:${shopPort}`],
  });
  browser = await chromium.launch(await launchOptions());
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await database?.drop();
});

/** A shop's page with the given head and the elements, for a customer with a signature. */
const page = (head: string, elements: string) => `<!doctype html><html lang="en"><title>Shop</title>
<link rel="icon" href="data:,">${head}
<loyalty-provider base-url="${service.url}" platform="harbour" customer-id="${CUSTOMER}" signature="${sign(CUSTOMER)}"></loyalty-provider>
${elements}`;

/** Opens the shop's page. Returns the text of its balance and the errors of the page. */
async function visit(shop: string): Promise<{ shown: string; problems: string[] }> {
  const { page: tab } = watch(await browser.newPage());
  const problems: string[] = [];
  tab.on('pageerror', ({ message }) => problems.push(message));
  tab.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  try {
    await tab.goto(shop);
    await settled(tab);
    return { shown: await shownIn(tab.locator('loyalty-balance')), problems };
  } finally {
    await tab.close();
  }
}

const balanceOf2280 = { shown: expect.stringMatching(/^2,280\s+points$/), problems: [] };

describe('CDN files on another origin', () => {
  const elements = '<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier>';
  const head = (cdn: string) =>
    `<link rel="stylesheet" href="${cdn}/loyalty.css"><script type="module" src="${cdn}/loyalty.js"></script>`;

  test('show the points on a page of the shop, with every chunk from the CDN', async () => {
    const cdn = await serve(CDN, { headers: { 'Access-Control-Allow-Origin': '*' } });
    const shop = await serve(folder, { port: shopPort, pages: { '/': page(head(cdn), elements) } });
    expect(await visit(shop)).toEqual(balanceOf2280);
  });
});

describe('one element in a bundle of a shop', () => {
  const SOURCE = `import 'loyalty-elements/loyalty-provider.js';\nimport 'loyalty-elements/loyalty-balance.js';\n`;
  const bundlers = {
    async esbuild(entry: string, outdir: string) {
      await esbuild({
        entryPoints: [entry],
        outdir,
        absWorkingDir: folder,
        bundle: true,
        splitting: true,
        format: 'esm',
        logLevel: 'silent',
      });
    },
    async vite(entry: string, outDir: string) {
      await vite({
        root: folder,
        configFile: false,
        logLevel: 'silent',
        build: {
          outDir,
          lib: { entry, formats: ['es'], fileName: 'entry' },
          rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
        },
      });
    },
  };

  test.each(Object.entries(bundlers))('built by %s shows the points', async (name, bundle) => {
    const out = path.join(folder, `bundle-${name}`);
    await bundle(await write('entry.js', SOURCE), out);
    const pages = {
      '/': page('<script type="module" src="/entry.js"></script>', '<loyalty-balance></loyalty-balance>'),
    };
    const shop = await serve(out, { port: shopPort, pages });
    expect(await visit(shop)).toEqual(balanceOf2280);
    const files = await readFile(path.join(out, 'entry.js'), 'utf8');
    expect(files).not.toContain('loyalty-rewards');
  });
});
