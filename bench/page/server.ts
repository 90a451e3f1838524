import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { peerAnswer } from './peer-answers.ts';
import { partAddresses, type PagePart } from '../../src/services/transport/page-parts.ts';
import { ESTIMATE, POINTS, PROFILE, SERVICE_MS, type Addresses } from './scenarios.ts';

// One process with two origins: the shop with pages and scripts, and a service that answers every customer with the same records.

/** A request that reached the server. */
export interface Sent {
  readonly origin: 'shop' | 'service';
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  readonly type: 'page' | 'script' | 'style' | 'data' | 'preflight';
  /** Bytes of the compressed body. */
  readonly bytes: number;
}

export interface BenchServer extends Addresses {
  /** Requests since the last `clear()`. */
  readonly sent: Sent[];
  clear(): void;
  /** Compressed bytes of a file that has been served; 0 for others. */
  sizeOf(path: string): number;
  /** Serves HTML at a path of the shop. */
  setPage(path: string, html: string): void;
  /** The number of rewards, definitions and list items. */
  setRecords(count: number): void;
  close(): Promise<void>;
}

/** The script or style of a path, such as `/cdn/loyalty.js`. */
export type ReadFile = (path: string) => Buffer | undefined;

const PAGE_SIZE = 100;
const TOKEN_MINUTES = 15;

/** @param listen opens an origin: plain HTTP on this machine by default */
export async function startServer(
  readFile: ReadFile,
  serviceMs = SERVICE_MS,
  listen: Listen = listenPlain,
): Promise<BenchServer> {
  const sent: Sent[] = [];
  const pages = new Map<string, string>();
  const compressed = new Map<string, Buffer>();
  const sizes = new Map<string, number>();
  let records = 10;

  /** At Brotli's highest level, once for each content. */
  const brotli = (content: Buffer | string): Buffer => {
    const key = createHash('sha1').update(content).digest('base64');
    const known = compressed.get(key) ?? brotliCompressSync(content);
    compressed.set(key, known);
    return known;
  };

  function send(
    { origin, request, response }: Exchange,
    type: Sent['type'],
    content: Buffer | string,
    headers: Record<string, string>,
  ): void {
    const bytes = brotli(content);
    sent.push({ origin, method: request.method ?? '', target: request.url ?? '', type, bytes: bytes.length });
    response.writeHead(200, { ...headers, 'Content-Encoding': 'br', 'Content-Length': bytes.length });
    response.end(bytes);
  }

  function answerShop(exchange: Exchange): void {
    const [path = '/'] = (exchange.request.url ?? '/').split('?');
    if (path.startsWith('/loyalty/')) return answerData(exchange, '/loyalty');
    const html = pages.get(path);
    if (html !== undefined) {
      return send(exchange, 'page', html, {
        'Content-Type': 'text/html; charset=utf-8',
        // Not `no-store`, with which a browser keeps no page for Back.
        'Cache-Control': 'private, no-cache',
      });
    }
    const file = readFile(path);
    if (!file) return void exchange.response.writeHead(404).end();
    const isStyle = path.endsWith('.css');
    sizes.set(path, brotli(file).length);
    send(exchange, isStyle ? 'style' : 'script', file, {
      'Content-Type': isStyle ? 'text/css' : 'text/javascript',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  }

  function answerData(exchange: Exchange, prefix: string): void {
    const { request, response, origin } = exchange;
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*, Authorization',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Max-Age': '7200',
    };
    const target = (request.url ?? '').slice(prefix.length);
    if (request.method === 'OPTIONS') {
      sent.push({ origin, method: 'OPTIONS', target, type: 'preflight', bytes: 0 });
      return void response.writeHead(204, cors).end();
    }
    const url = new URL(target, 'http://service');
    const json = recordsFor(url, records) ?? peerAnswer(url);
    request.resume();
    setTimeout(() => {
      if (json === undefined) return void response.writeHead(404, cors).end('{"message":"No such address."}');
      send(exchange, 'data', JSON.stringify(json), { ...cors, 'Content-Type': 'application/json' });
    }, serviceMs);
  }

  const shop = await listen((request, response) => answerShop({ origin: 'shop', request, response }));
  const service = await listen((request, response) =>
    answerData({ origin: 'service', request, response }, ''),
  );
  return {
    shop: shop.url,
    service: service.url,
    sent,
    clear: () => void (sent.length = 0),
    sizeOf: (path) => sizes.get(path) ?? 0,
    setPage: (path, html) => void pages.set(path, html),
    setRecords: (count) => void (records = count),
    close: async () => void (await Promise.all([shop.close(), service.close()])),
  };
}

interface Exchange {
  readonly origin: Sent['origin'];
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The answer to a request of our elements or of a bare page; `undefined` for other paths. */
function recordsFor(url: URL, count: number): unknown {
  const path = url.pathname.replace(/^\/api(?=\/v3\/)/, '');
  const expiry = new Date(Date.now() + TOKEN_MINUTES * 60_000).toISOString();
  if (path.endsWith('/auth/token')) return { data: { token: 'bench-token', expiry } };
  if (path === '/login') return { token: 'b'.repeat(43), expiry, page: true };
  if (path === '/page') return pageOf(url, count);
  if (path.startsWith('/v3/identities/search-profile/'))
    return { data: { id: PROFILE, identities: [{ namespace: 'harbour', value: '1001' }] } };
  if (path.endsWith('/balances')) {
    const expiring = { value: 300, expires_at: '2030-01-31' };
    return { data: { points: { available: POINTS, pending: 150, earned: 9_000, expiring } } };
  }
  if (path.endsWith('/tier')) {
    const issued_at = '2026-02-01T10:00:00Z';
    return {
      data: {
        points: POINTS,
        issued_at,
        definition: tierOf(2),
        next: tierOf(3),
      },
    };
  }
  if (path.endsWith('/lists/registry'))
    return { data: { id: 1, handle: 'registry', name: 'Registry', type: 'registry', event_at: null } };
  if (path.endsWith('/incentives/estimate')) return { data: { points: ESTIMATE } };
  if (path.endsWith('/tiers/definitions')) return browse(url, TIERS.length, (id) => tierOf(id));
  const record = RECORDS.find(([ending]) => path.endsWith(ending))?.[1];
  return record && browse(url, count, record);
}

const TIERS = [
  { name: 'Silver', points_required: 0 },
  { name: 'Gold', points_required: 2_000 },
  { name: 'Platinum', points_required: 6_000 },
];
const tierOf = (id: number) => ({ id, ...TIERS[id - 1] });

/** Between two entries of the ledger, newest first. */
const HOUR_MS = 3_600_000;
const RECORDS: readonly (readonly [ending: string, record: (number: number) => object])[] = [
  ['/rewards/definitions', (id) => ({ id, name: `Reward ${id}`, points_cost: 100 + id, is_published: true })],
  [
    '/rewards',
    (id) => ({ id, reward_definition_id: id, definition: { id, name: `Reward ${id}` }, code: `C${id}` }),
  ],
  [
    '/ledgers',
    (id) => ({
      id,
      type: 'points',
      description: `Order ${id}`,
      value: id % 3 ? '20' : '-30',
      balance: String(POINTS + id),
      occurred_at: new Date(Date.UTC(2026, 0, 1) - id * HOUR_MS).toISOString(),
    }),
  ],
  [
    '/items',
    (id) => ({
      id,
      product_id: `p${id}`,
      product: {
        id: `p${id}`,
        name: `Product ${id}`,
        url: 'https://shop.example/p',
        price: '9.00',
        currency: 'EUR',
      },
    }),
  ],
];

function browse(url: URL, count: number, record: (number: number) => object): unknown {
  const page = Number(url.searchParams.get('page[number]') ?? 1);
  const size = Number(url.searchParams.get('page[size]') ?? PAGE_SIZE);
  const first = (page - 1) * size;
  const length = Math.max(0, Math.min(size, count - first));
  return {
    data: Array.from({ length }, (_, at) => record(first + at + 1)),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(count / size)), total: count },
  };
}

/** As the proxy answers `/page`: docs/guides/proxy.md. */
function pageOf(url: URL, count: number): unknown {
  const parts = (url.searchParams.get('show') ?? '')
    .split(',')
    .flatMap((name) => partAddresses(name as PagePart, PROFILE))
    .map((address) => [address, { status: 200, body: recordsFor(new URL(address, url), count) }]);
  return { parts: Object.fromEntries(parts) };
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** An origin that answers with the handler. */
export interface Origin {
  readonly url: string;
  close(): Promise<void>;
}
export type Listen = (handle: Handle) => Promise<Origin>;

async function listenPlain(handle: Handle): Promise<Origin> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
