import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { storefrontToken } from '../../src/services/contract/endpoints/index.ts';
import { matcherOf, type AnyEndpoint } from './component-answers.ts';
import { ownAnswers } from './component-own-answers.ts';
import { sampleMember, type Member } from './component-member.ts';

/** A page that links the built CDN files, and the responses of its server. */
export interface CdnPage {
  /**
   * Content of `<head>`, with `{origin}` for the server's origin and `{elsewhere}` for another origin that has the same files and the
   * same service. Default: the tags of the README.
   */
  readonly head?: string;
  readonly body?: string;
  /** `Content-Security-Policy`, with the same placeholders; a comma separates two policies. */
  readonly policy?: string | ((origin: string) => string);
  /** `Content-Security-Policy-Report-Only`. */
  readonly reportOnly?: string;
  /** Replaces the content of a file below `/cdn/`; `undefined` is answered with 404. */
  readonly change?: (name: string, content: string) => string | undefined;
  /** Delays the response of a file below `/cdn/` until the promise is settled. The page is returned before its `load` event. */
  readonly hold?: (name: string) => Promise<void> | undefined;
  /** Answers a request below `/api` instead of the service; `false` passes it to the service. */
  readonly intercept?: (path: string, response: ServerResponse) => boolean;
  /** Customers of the service. Default: the sample member. */
  readonly members?: Map<string, Member>;
  /** Changes a reply of the service. */
  readonly alter?: (reply: CdnReply, request: CdnRequest) => CdnReply;
  /** Where the connection of a reply ends, if it does. */
  readonly cut?: (request: CdnRequest) => Cut | undefined;
  /** Other files of the page, by path; one for `/` replaces `head` and `body`. */
  readonly files?: Readonly<Record<string, string>> | ((origin: string) => Readonly<Record<string, string>>);
  readonly width?: number;
  /** Shown by a phone: its pointer is a finger. */
  readonly isPhone?: boolean;
  /** Port of the server, if it must be known before. Default: a free one. */
  readonly port?: number;
}

/** A request to the service. `at` is the index of the endpoint among those of the service. */
export interface CdnRequest {
  readonly path: string;
  readonly endpoint: AnyEndpoint;
  readonly at: number;
}

/** The end of a connection within a reply: after this share of its bytes, head included. */
export interface Cut {
  /** From 0 for no byte to less than 1. */
  readonly share: number;
  /** The connection is reset; otherwise it is closed. */
  readonly resets: boolean;
}

export interface CdnReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OpenedCdnPage {
  readonly page: Page;
  readonly origin: string;
  /** Console lines of the elements. */
  readonly lines: string[];
  /** Uncaught errors and unhandled rejections. */
  readonly errors: string[];
  /** Violations of the content security policy. */
  readonly reports: string[];
  readonly tokenRequests: () => number;
  /** Files below `/cdn/` that the page requested. */
  readonly requested: string[];
  /** Requests to the service: method and path. */
  readonly calls: string[];
  close(): Promise<void>;
}

export const HEAD = `<script type="module" src="{origin}/cdn/loyalty.js"></script>
<link rel="stylesheet" href="{origin}/cdn/loyalty.css" />
<link rel="modulepreload" href="{origin}/cdn/elements.js" />`;

/** Markup of a provider for this member. */
export const providerOf = ({ id, signature }: Member, at = '{origin}'): string =>
  `<loyalty-provider base-url="${at}/api" platform="shop" customer-id="${id}" signature="${signature}"></loyalty-provider>`;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  txt: 'text/plain',
  json: 'application/json',
};

/** Sends the first bytes of a reply with the status 200. */
function sendPart({ socket }: ServerResponse, body: string, { share, resets }: Cut): void {
  const length = Buffer.byteLength(body);
  const whole = Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  const part = whole.subarray(0, Math.floor(share * whole.length));
  if (!resets) socket!.end(part);
  else if (part.length) socket!.write(part, () => socket!.resetAndDestroy());
  else socket!.resetAndDestroy();
}

/** Opens a page in a real browser, with a server for the built files and the service of one member. */
export async function openCdnPage(
  browser: Browser,
  {
    head = HEAD,
    body = '',
    policy,
    reportOnly,
    change,
    hold,
    intercept,
    members = new Map([['1001', sampleMember()]]),
    alter,
    cut,
    files = {},
    width = 1280,
    isPhone = false,
    port = 0,
  }: CdnPage,
): Promise<OpenedCdnPage> {
  // The base URL may end with a name, so that a test knows the customer of a request.
  const answers = ownAnswers(members, new Map()).map(([endpoint, answer]) => ({
    endpoint,
    answer,
    namesOf: matcherOf(endpoint, '/api(?:/[^/]+)??'),
  }));
  const requested: string[] = [];
  const calls: string[] = [];
  let tokenRequests = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, origin);
    if (request.headers.origin) {
      // Only pages of another origin look at these headers.
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader(
        'Access-Control-Allow-Headers',
        request.headers['access-control-request-headers'] ?? '',
      );
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
    }
    const send = (status: number, type: string, content: string | Buffer) =>
      response.writeHead(status, { 'Content-Type': type }).end(content);
    const file = (typeof files === 'function' ? files(origin) : files)[url.pathname];
    const type =
      TYPES[/\.(\w+)$/.exec(url.pathname)?.[1] ?? ''] ??
      (file === undefined ? 'application/json' : TYPES.html!);
    if (file !== undefined) return send(200, type, file);
    if (url.pathname === '/') {
      const text = typeof policy === 'function' ? policy(origin) : policy;
      if (text) response.setHeader('Content-Security-Policy', placed(text));
      if (reportOnly) response.setHeader('Content-Security-Policy-Report-Only', placed(reportOnly));
      const markup = `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>Page</title>${head}</head><body>${body}</body></html>`;
      return send(200, 'text/html; charset=utf-8', placed(markup));
    }
    const name = /^\/cdn\/([\w.-]+)$/.exec(url.pathname)?.[1];
    if (name) {
      requested.push(name);
      const content = readFileSync(`dist/cdn/${name}`, 'utf8');
      await hold?.(name);
      const changed = change ? change(name, content) : content;
      return send(changed === undefined ? 404 : 200, type, changed ?? '');
    }
    if (request.method !== 'OPTIONS') calls.push(`${request.method} ${url.pathname}`);
    if (url.pathname.startsWith('/api/') && intercept?.(url.pathname, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    for (const [at, { endpoint, answer, namesOf }] of answers.entries()) {
      const names = namesOf(request.method, url.pathname);
      if (!names) continue;
      if (endpoint === storefrontToken) tokenRequests++;
      const reply = await answer({
        method: endpoint.method,
        url,
        names,
        body: chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : undefined,
        headers: new Headers(request.headers as Record<string, string>),
        signal: undefined,
      });
      const usual = {
        status: reply.status,
        headers: { 'Content-Type': 'application/json' },
        body: await reply.text(),
      };
      const asked = { path: url.pathname, endpoint, at };
      const end = cut?.(asked);
      if (end) return sendPart(response, usual.body, end);
      const { status, headers, body } = alter?.(usual, asked) ?? usual;
      return response.writeHead(status, headers).end(body);
    }
    return send(404, 'application/json', '{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const placed = (text: string) =>
    text.replaceAll('{origin}', origin).replaceAll('{elsewhere}', origin.replace('127.0.0.1', 'localhost'));

  const context = await browser.newContext({
    viewport: { width, height: 900 },
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  const page = await context.newPage();
  const lines: string[] = [];
  const errors: string[] = [];
  const reports: string[] = [];
  await page.exposeFunction('reported', (report: string) => reports.push(report));
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.text().startsWith('loyalty-elements:')) lines.push(message.text());
  });
  await page.addInitScript(() => {
    const record = { shift: 0, shiftBeforeFailure: 0, events: [] as string[] };
    let failedAt = Infinity;
    Object.assign(window, { record });
    addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      (window as unknown as { reported(report: string): void }).reported(`${violatedDirective} ${sample}`);
    });
    document.addEventListener('loyalty-error', ({ target, detail, timeStamp }) => {
      record.events.push(`${(target as Element).localName} ${detail.error.code}`);
      // One whose file is missing keeps its box.
      if ((target as Element).matches(':defined')) failedAt = Math.min(failedAt, timeStamp);
    });
    new PerformanceObserver((list) => {
      for (const { startTime, value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        record.shift += value;
        if (startTime < failedAt) record.shiftBeforeFailure += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${origin}/`, { waitUntil: hold ? 'commit' : 'load' });
  return {
    page,
    origin,
    lines,
    errors,
    reports,
    requested,
    calls,
    tokenRequests: () => tokenRequests,
    async close() {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a page records of itself. */
interface PageRecord {
  /** Sum of the layout shifts. */
  readonly shift: number;
  /** The part of it before an element failed: then elements become as high as their sentence. */
  readonly shiftBeforeFailure: number;
  /** The `loyalty-error` events. */
  readonly events: string[];
}

export const recordOf = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => (window as unknown as { record: PageRecord }).record);

/** Texts below a node, shadow roots and slots included. */
export const textIn = (page: Page, selector = 'body'): Promise<string> =>
  page.evaluate((wanted) => {
    const read = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      if (node.matches('style, script, .skeleton, .hidden')) return '';
      const root = node.shadowRoot ?? node;
      const nodes =
        root instanceof HTMLSlotElement && root.assignedNodes().length
          ? root.assignedNodes()
          : root.childNodes;
      return [...nodes].map(read).join(' ');
    };
    return read(document.querySelector(wanted)!).replace(/\s+/g, ' ').trim();
  }, selector);
