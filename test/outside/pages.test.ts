import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { chromium, type Browser } from 'playwright-core';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../demo/service/index.ts';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { freshDatabase, KEYS, SECRET, type FreshDatabase } from '../support/database-fresh.ts';
import { sign } from '../support/service-open.ts';
import { settled, shownIn, watch } from '../support/shop-open.ts';
import { folder, packageFolder, packageJson, write } from './consumer.ts';

const CDN = path.join(packageFolder, 'dist/cdn');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};
const CUSTOMER = '1002';

/** What a server sends. */
interface Site {
  folder: string;
  /** HTML by path. */
  pages: Readonly<Record<string, string>>;
  /** Sent with every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves what the site says at the time of the request. */
async function serve(site: Site) {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1');
    const answer = (body: string | Buffer, name: string) =>
      response
        .writeHead(200, { 'Content-Type': `${TYPES[path.extname(name)]}; charset=utf-8`, ...site.headers })
        .end(body);
    const html = site.pages[pathname];
    if (html) return answer(html, '.html');
    readFile(path.join(site.folder, path.basename(pathname))).then(
      (file) => answer(file, pathname),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

/** What public CDNs answer for an address of the published package: the file of the tarball at the path after the version, to any origin. */
async function servePublicCdn(prefix: string) {
  const { version } = packageJson;
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1');
    const root = `${prefix}/loyalty-elements@${version}/`;
    const file = pathname.startsWith(root) && path.join(packageFolder, pathname.slice(root.length));
    readFile(file || '').then(
      (content) =>
        response
          .writeHead(200, {
            'Access-Control-Allow-Origin': '*',
            'Cache-Control': 'public, max-age=31536000, immutable',
            'Content-Type': `${TYPES[path.extname(pathname)] ?? 'application/octet-stream'}; charset=utf-8`,
            'Cross-Origin-Resource-Policy': 'cross-origin',
            'X-Content-Type-Options': 'nosniff',
          })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/loyalty-elements@${version}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

let database: FreshDatabase;
let service: RunningService;
let browser: Browser;
/** The shop's own server: one for all tests, because the service allows one origin. */
const shopSite: Site = { folder, pages: {} };
let shop: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await serve(shopSite);
  service = await startService({
    databaseUrl: database.url,
    secret: SECRET,
    secretKeys: KEYS,
    log: () => {},
    shopOrigins: [shop.url],
  });
  browser = await chromium.launch(await launchOptions());
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await service?.stop();
  await database?.drop();
});

/** A shop's page with the given head and the elements, for a customer with a signature. */
const page = (head: string, elements: string) => `<!doctype html><html lang="en"><title>Shop</title>
<link rel="icon" href="data:,">${head}
<loyalty-provider base-url="${service.url}" platform="harbour" customer-id="${CUSTOMER}" signature="${sign(CUSTOMER)}"></loyalty-provider>
${elements}`;

/** Opens the shop's page. Returns the text of its balance and the errors of the page. */
async function visit(): Promise<{ shown: string; problems: string[] }> {
  const { page: tab } = watch(await browser.newPage());
  const problems: string[] = [];
  tab.on('pageerror', ({ message }) => problems.push(message));
  tab.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  try {
    await tab.goto(shop.url);
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
    const cdn = await serve({ folder: CDN, pages: {}, headers: { 'Access-Control-Allow-Origin': '*' } });
    try {
      shopSite.pages = { '/': page(head(cdn.url), elements) };
      expect(await visit()).toEqual(balanceOf2280);
    } finally {
      await cdn.stop();
    }
  });
});

describe('the published package on a public CDN', () => {
  /** The tags of the README, whose address stands for the folder of the CDN files. */
  async function tagsFrom(cdn: string): Promise<string> {
    const readme = await readFile(path.join(packageFolder, 'README.md'), 'utf8');
    const address = `https://cdn.example.com/loyalty-elements/${packageJson.version}/`;
    const tags = readme.match(/^<(?:script|link) [^>]*cdn\.example\.com.*$/gm) ?? [];
    expect(tags).toHaveLength(3);
    return tags.map((tag) => tag.replace(address, `${cdn}/dist/cdn/`)).join('\n');
  }

  test.each([
    ['jsDelivr', '/npm'],
    ['unpkg', ''],
  ])('with the addresses of %s shows the points on a page of the shop', async (_, prefix) => {
    const cdn = await servePublicCdn(prefix);
    try {
      shopSite.pages = {
        '/': page(
          await tagsFrom(cdn.url),
          '<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier>',
        ),
      };
      expect(await visit()).toEqual(balanceOf2280);
    } finally {
      await cdn.stop();
    }
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
    shopSite.folder = out;
    shopSite.pages = {
      '/': page('<script type="module" src="/entry.js"></script>', '<loyalty-balance></loyalty-balance>'),
    };
    expect(await visit()).toEqual(balanceOf2280);
    const files = await readFile(path.join(out, 'entry.js'), 'utf8');
    expect(files).not.toContain('loyalty-rewards');
  });
});
