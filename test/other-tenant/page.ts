import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { elementsThatLoad } from '../support/tabs-open.ts';
import { build } from 'esbuild';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { SUBJECTS, verdictOf, type Verdict } from './elements.ts';
import type { DialectName, Tenant } from './service/start.ts';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** A shop whose pages are written by the test; its origin is known before, because the tenant lets it in. */
export interface Shop {
  readonly origin: string;
  /** Body of the next page, and what stands before the script of the elements. */
  write(page: { body: string; before?: string }): void;
  /** Answers a path of the shop's own origin, such as that of the proxy. */
  mount(path: string, answer: (request: Request) => Response | Promise<Response>): void;
  close(): Promise<void>;
}

export async function openShop(): Promise<Shop> {
  let content = { body: '', before: '' };
  const mounts = new Map<string, (request: Request) => Response | Promise<Response>>();
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const mount = [...mounts].find(([path]) => url.pathname.startsWith(path));
    if (mount) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answered = await mount[1](
        new Request(url, {
          method: request.method!,
          headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        }),
      );
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      response.end(Buffer.from(await answered.arrayBuffer()));
      return;
    }
    const name = /^\/cdn\/([\w.-]+)$/.exec(url.pathname)?.[1];
    if (name !== undefined) {
      response.writeHead(200, { 'content-type': TYPES[name.split('.').at(-1)!] ?? 'text/plain' });
      response.end(readFileSync(`dist/cdn/${name}`));
      return;
    }
    response.writeHead(url.pathname === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>Shop</title>${content.before}
<script type="module" src="/cdn/loyalty.js"></script><link rel="stylesheet" href="/cdn/loyalty.css" />
<link rel="modulepreload" href="/cdn/elements.js" /></head><body>${content.body}</body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    write: ({ body, before = '' }) => (content = { body, before }),
    mount: (path, answer) => mounts.set(path, answer),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The provider of the README for a signed customer. */
export const providerOf = (
  tenant: Tenant,
  customerId = '1001',
  more = '',
  signature = tenant.sign(customerId),
): string =>
  `<loyalty-provider base-url="${tenant.baseUrl}" platform="${tenant.platform}"
customer-id="${customerId}" signature="${signature}" ${more}></loyalty-provider>`;

/** The signature as the README says, for pages with a tenant file: the file knows what the service takes. */
export const hexSignature = ({ secret }: Tenant, customerId: string): string =>
  createHmac('sha256', secret).update(customerId).digest('hex');

/** The tenant file of a dialect as a script for a page; none for the control. */
export async function tenantScript(name: DialectName): Promise<string> {
  if (name === 'agreeing') return '';
  const { outputFiles } = await build({
    entryPoints: [`test/other-tenant/tenants/${name}.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return `<script>${outputFiles[0]!.text}</script>`;
}

/** A tenant file without functions as a script for a page. */
export const scriptOf = (file: TenantFile): string =>
  `<script>globalThis[Symbol.for('loyalty-elements tenant')] = ${JSON.stringify(file).replaceAll('<', '\\u003c')}</script>`;

export interface OpenPage {
  readonly page: Page;
  /** Console lines of the elements. */
  readonly lines: string[];
  readonly errors: string[];
  /** What a reader finds in the first element of this tag, once nothing loads any more. */
  read(selector: string): Promise<string>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the shop's page in a window so high that every element of it loads. */
export async function openPage(browser: Browser, shop: Shop): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 12_000 } });
  const page = await context.newPage();
  const lines: string[] = [];
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.text().startsWith('loyalty-elements:')) lines.push(message.text());
  });
  await page.goto(`${shop.origin}/`);
  const settled = async (): Promise<void> => {
    await page.waitForFunction(`(${elementsThatLoad.toString()})().length === 0`);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(`(${elementsThatLoad.toString()})().length === 0`);
  };
  return {
    page,
    lines,
    errors,
    settled,
    async read(selector) {
      await settled();
      return page.evaluate(readerText, selector);
    },
    close: () => context.close(),
  };
}

/** What an element shows, and whether it is true of customer 1001. */
export interface Row {
  readonly tag: string;
  readonly verdict: Verdict;
  readonly text: string;
}

/** The row of every element of a page that has them all. */
export async function rowsOf({ read }: OpenPage): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const subject of SUBJECTS) {
    const text = await read(subject.tag);
    rows.push({ tag: subject.tag, verdict: verdictOf(subject, text), text: text.slice(0, 160) });
  }
  return rows;
}

/** In the page: visible texts, labels, values of inputs and states of buttons, shadow roots and slots included. */
function readerText(selector: string): string {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return '';
    if (node.matches('style, script, option:not(:checked), .skeleton')) return '';
    const hasBox = getComputedStyle(node).display !== 'contents';
    if (hasBox && !node.checkVisibility({ visibilityProperty: true })) return '';
    const root = node.shadowRoot ?? node;
    const nodes =
      root instanceof HTMLSlotElement && root.assignedNodes().length ? root.assignedNodes() : root.childNodes;
    const pressed = node.getAttribute('aria-pressed');
    return [
      node.getAttribute('aria-label') ?? '',
      pressed === null ? '' : pressed === 'true' ? 'pressed' : 'not pressed',
      node instanceof HTMLInputElement && node.type !== 'checkbox' && node.type !== 'radio' ? node.value : '',
      node instanceof HTMLAnchorElement ? (node.getAttribute('href') ?? '') : '',
      ...[...nodes].map(read),
    ].join(' ');
  };
  return read(document.querySelector(selector)!).replace(/\s+/g, ' ').trim();
}
